/**
 * The values of a spec as TypeScript sees them, and what its expressions call.
 *
 * A condition ends in one of four ways: true, false, `Undefined` (it does not hold) or `Outside` (a number left its range,
 * and the spec says nothing about the call). What depends on the moment of a call may compare with a `Window`; where the
 * window leaves both outcomes open, `verdict` tries both.
 */

export * from "./deciding.ts";
export * from "./evaluating.ts";
export * from "./relations.ts";
export * from "./stops.ts";
export * from "./structures.ts";
export * from "./windows.ts";
