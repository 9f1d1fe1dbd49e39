/** What is sent to the API and answered by it, by the path of a request as `read` and `send` have it. */

import type { paths } from "./schema.d.ts";

export * from "./schema.d.ts";

/** A path of the document as texts: with any text in place of what is in braces. */
type Texts<K extends string> = K extends `${infer A}{${string}}${infer B}` ? `${A}${string}${Texts<B>}` : K;
type Plain<P extends string> = P extends `${infer A}?${string}` ? A : P;
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
type Method = "get" | "post";

/** The operation of a path and a method; `never` if there is none. */
type Operation<P extends string, M extends Method> = P extends string
  ? { [K in keyof paths]: Same<`/api${Plain<P>}`, Texts<K>> extends true ? (paths[K] extends Record<M, infer O> ? O : never) : never }[keyof paths]
  : never;
type Told<R> = R extends { responses: infer S } ? S[keyof S] : never;
type Json<T> = T extends { content: { "application/json": infer C } } ? C : never;

/** A path begins with a slash; one that was put together elsewhere is not known. */
type Known<P extends string> = P extends `/${string}` ? true : false;
export type Answer<P extends string, M extends Method> = Known<P> extends true ? Json<Told<Operation<P, M>>> : any;
export type Body<P extends string> = Known<P> extends true
  ? Operation<P, "post"> extends { requestBody?: { content: { "application/json": infer C } } } ? C : undefined
  : object | undefined;
