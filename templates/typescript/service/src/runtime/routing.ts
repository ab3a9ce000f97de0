/** Which methods a path takes, for those who asked for another one. */

import type { Router } from "express";

const METHODS = ["get", "post", "put", "patch", "delete", "head"] as const;

/** A step on the way of a request, as routers keep it. */
interface Layer {
  match(path: string): boolean;
  readonly route?: { readonly methods: Readonly<Record<string, boolean>> };
  readonly handle: { readonly stack?: readonly Layer[] };
}

/** The methods that some route takes at a path. */
export function allowed(routers: readonly Router[], path: string): readonly string[] {
  const found = new Set(
    routers.flatMap((router) => taken(router.stack as unknown as readonly Layer[], path)),
  );
  return METHODS.filter((method) => found.has(method)).map((method) => method.toUpperCase());
}

function taken(layers: readonly Layer[], path: string): readonly string[] {
  const encoded = path.replaceAll("%", "%25");
  return layers.flatMap((layer) => {
    if (layer.route === undefined) {
      return layer.handle.stack === undefined ? [] : taken(layer.handle.stack, path);
    }
    const methods = Object.keys(layer.route.methods);
    const all = methods.includes("get") ? [...methods, "head"] : methods;
    return layer.match(encoded) ? all : [];
  });
}
