/** The data of EdgeCases: its entities, its state, and what its operations take and give. */

import type { Duration, Instant, MultiMap, ValueMap, ValueSet } from "./harness/values.ts";

/** The enum Phase. */
export const PHASE_VALUES = ["DRAFT", "ACTIVE", "CLOSED"] as const;
export type Phase = (typeof PHASE_VALUES)[number];

/** The enum Grade. */
export const GRADE_VALUES = ["LOW", "ACTIVE", "HIGH"] as const;
export type Grade = (typeof GRADE_VALUES)[number];

/** The enum Colour. */
export const COLOUR_VALUES = ["RED", "GREEN", "BLUE", "GREY"] as const;
export type Colour = (typeof COLOUR_VALUES)[number];

/** The entity Base. */
export interface Base {
  readonly id: bigint;
  readonly createdAt: Instant;
}

/** The entity Sample. */
export interface Sample {
  readonly id: bigint;
  readonly createdAt: Instant;
  readonly name: string;
  readonly path: string;
  readonly weight: number;
  readonly type: Grade;
  readonly state: Phase;
  readonly tags: ValueSet<Colour>;
  readonly history: readonly string[];
  readonly attributes: ValueMap<string, bigint>;
  readonly note: string | null;
  readonly trace: string;
  readonly lifetime: Duration;
  readonly retiredAt: Instant | null;
  readonly sealHash: string | null;
}

/** The state of EdgeCases. */
export interface State {
  readonly samples: ValueMap<bigint, Sample>;
  readonly roots: ValueMap<bigint, Base>;
  readonly readings: MultiMap<bigint, bigint>;
  readonly links: MultiMap<bigint, bigint>;
  readonly total: bigint;
  readonly budget: number;
  readonly grace: Duration;
  readonly labels: ValueSet<string>;
  readonly log: readonly string[];
  readonly prefs: ValueMap<string, bigint>;
  readonly focus: bigint | null;
  readonly paused: boolean;
  readonly openedAt: Instant;
  readonly marker: string;
}

/** What Create takes. */
export interface CreateGiven {
  readonly name: string;
  readonly path: string;
  readonly weight: number;
  readonly tags: ValueSet<Colour>;
  readonly note: string | null;
}

/** What Create gives. */
export interface CreateAnswer {
  readonly id: bigint;
  readonly ticket: string;
}

/** What Get takes. */
export interface GetGiven {
  readonly id: bigint;
}

/** What Get gives. */
export interface GetAnswer {
  readonly sample: Sample;
}

/** What FindByName takes. */
export interface FindByNameGiven {
  readonly name: string;
}

/** What FindByName gives. */
export interface FindByNameAnswer {
  readonly sample: Sample;
}

/** What Search takes. */
export interface SearchGiven {
  readonly type: Grade | null;
  readonly colours: ValueSet<Colour>;
  readonly since: Instant | null;
}

/** What Search gives. */
export interface SearchAnswer {
  readonly found: ValueSet<Sample>;
}

/** What Rename takes. */
export interface RenameGiven {
  readonly id: bigint;
  readonly name: string;
}

/** What Rename gives: nothing. */
export type RenameAnswer = Record<never, never>;

/** What Reweigh takes. */
export interface ReweighGiven {
  readonly id: bigint;
  readonly weight: number;
}

/** What Reweigh gives. */
export interface ReweighAnswer {
  readonly grade: Grade;
}

/** What Retag takes. */
export interface RetagGiven {
  readonly id: bigint;
  readonly add: ValueSet<Colour>;
  readonly drop: ValueSet<Colour>;
}

/** What Retag gives. */
export interface RetagAnswer {
  readonly sample: Sample;
}

/** What Annotate takes. */
export interface AnnotateGiven {
  readonly entity: bigint;
  readonly field: string;
  readonly amount: bigint;
}

/** What Annotate gives. */
export interface AnnotateAnswer {
  readonly size: bigint;
}

/** What Seal takes. */
export interface SealGiven {
  readonly id: bigint;
  readonly secret: string;
}

/** What Seal gives: nothing. */
export type SealAnswer = Record<never, never>;

/** What Remove takes. */
export interface RemoveGiven {
  readonly id: bigint;
}

/** What Remove gives. */
export interface RemoveAnswer {
  readonly left: bigint;
}

/** What Activate takes. */
export interface ActivateGiven {
  readonly id: bigint;
}

/** What Activate gives. */
export interface ActivateAnswer {
  readonly sample: Sample;
}

/** What Close takes. */
export interface CloseGiven {
  readonly id: bigint;
}

/** What Close gives. */
export interface CloseAnswer {
  readonly sample: Sample;
}

/** What Revive takes. */
export interface ReviveGiven {
  readonly id: bigint;
}

/** What Revive gives. */
export interface ReviveAnswer {
  readonly sample: Sample;
}

/** What MarkRoot takes. */
export interface MarkRootGiven {
  readonly id: bigint;
}

/** What MarkRoot gives: nothing. */
export type MarkRootAnswer = Record<never, never>;

/** What AddReading takes. */
export interface AddReadingGiven {
  readonly id: bigint;
  readonly reading: bigint;
}

/** What AddReading gives. */
export interface AddReadingAnswer {
  readonly highest: bigint;
  readonly lowest: bigint;
  readonly spread: bigint;
  readonly middle: bigint;
  readonly clamped: bigint;
}

/** What Link takes. */
export interface LinkGiven {
  readonly source: bigint;
  readonly target: bigint;
}

/** What Link gives. */
export interface LinkAnswer {
  readonly targets: ValueSet<bigint>;
}

/** What Unlink takes. */
export interface UnlinkGiven {
  readonly source: bigint;
  readonly target: bigint;
}

/** What Unlink gives: nothing. */
export type UnlinkAnswer = Record<never, never>;

/** What Note takes. */
export interface NoteGiven {
  readonly message: string;
}

/** What Note gives. */
export interface NoteAnswer {
  readonly position: bigint;
}

/** What SetPref takes. */
export interface SetPrefGiven {
  readonly key: string;
  readonly amount: bigint;
}

/** What SetPref gives. */
export interface SetPrefAnswer {
  readonly previous: bigint | null;
}

/** What DropPrefs takes. */
export interface DropPrefsGiven {
  readonly keys: ValueSet<string>;
}

/** What DropPrefs gives. */
export interface DropPrefsAnswer {
  readonly dropped: bigint;
}

/** What Clear takes: nothing. */
export type ClearGiven = Record<never, never>;

/** What Clear gives: nothing. */
export type ClearAnswer = Record<never, never>;

/** What Focus takes. */
export interface FocusGiven {
  readonly id: bigint;
}

/** What Focus gives: nothing. */
export type FocusAnswer = Record<never, never>;

/** What Spend takes. */
export interface SpendGiven {
  readonly cost: number;
}

/** What Spend gives. */
export interface SpendAnswer {
  readonly rest: number;
  readonly fee: number;
}

/** What SetGrace takes. */
export interface SetGraceGiven {
  readonly span: Duration;
  readonly twice: boolean;
}

/** What SetGrace gives. */
export interface SetGraceAnswer {
  readonly half: Duration;
}

/** What Toggle takes. */
export interface ToggleGiven {
  readonly stamp: string;
}

/** What Toggle gives. */
export interface ToggleAnswer {
  readonly warnAt: Instant;
}

/** What Reach takes. */
export interface ReachGiven {
  readonly contact: string;
}

/** What Reach gives. */
export interface ReachAnswer {
  readonly secure: boolean;
}

/** What Report takes: nothing. */
export type ReportGiven = Record<never, never>;

/** What Report gives. */
export interface ReportAnswer {
  readonly entries: bigint;
  readonly lonely: bigint;
  readonly tagTotal: bigint;
  readonly heavy: ValueSet<bigint>;
  readonly banner: string;
  readonly allGrades: boolean;
  readonly bounds: readonly bigint[];
}
