/** What varies with a code where nothing does. */
export type NoParams = Readonly<Record<string, never>>

/** One code of a table of what varies with each, and that. */
export type CodedAs<Params, Code extends keyof Params> = { code: Code; params: Params[Code] }

/** Any code of such a table. */
export type Coded<Params> = { [Code in keyof Params]: CodedAs<Params, Code> }[keyof Params]

/** What is said after a code: nothing where nothing varies. */
export type GivenParams<Params, Code extends keyof Params> = Params[Code] extends NoParams
  ? []
  : [params: Params[Code]]

export const toCoded = <Params, Code extends keyof Params>(
  code: Code,
  params: Params[Code] | undefined,
): CodedAs<Params, Code> => ({ code, params: params ?? ({} as Params[Code]) })
