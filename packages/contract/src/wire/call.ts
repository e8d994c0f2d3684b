import * as z from 'zod/mini'
import type { EnvelopeCode, ErrorName } from './error-codes.ts'
import type { OperatorRight } from './operator-roles.ts'

/** Rights on a device, from the weakest to the strongest. */
export const deviceRights = ['view', 'control', 'owner'] as const
export type DeviceRight = (typeof deviceRights)[number]

/** A right includes every weaker one. */
export const includesRight = (held: DeviceRight | 'none', needed: DeviceRight): boolean =>
  (held === 'none' ? -1 : deviceRights.indexOf(held)) >= deviceRights.indexOf(needed)

export type Schema = z.core.$ZodType

/** Access rule of a call. A call without one cannot be declared, and the server refuses to boot without a handler for it. */
export type Access =
  | { readonly kind: 'open' }
  /** Optional login: the caller when the token is valid, else null. */
  | { readonly kind: 'visitor' }
  | { readonly kind: 'user' }
  /** Requires a right on every device in `deviceId` or `deviceIds` of its input. */
  | { readonly kind: 'device'; readonly right: DeviceRight }
  /** Requires `right` or one of `orRights`, and a session with its second factor unless `isAnyStep`. */
  | {
      readonly kind: 'operator'
      readonly right: OperatorRight | null
      readonly orRights: readonly OperatorRight[]
      readonly isAnyStep: boolean
    }

/** Answers without a login; an invalid token counts as none. */
export const isOpenTo = ({ kind }: Access): boolean => kind === 'open' || kind === 'visitor'

export const access = {
  open: { kind: 'open' },
  visitor: { kind: 'visitor' },
  user: { kind: 'user' },
  deviceView: { kind: 'device', right: 'view' },
  deviceControl: { kind: 'device', right: 'control' },
  deviceOwner: { kind: 'device', right: 'owner' },
  /** Any operator whose session is ready; the call itself decides about more. */
  anyOperator: { kind: 'operator', right: null, orRights: [], isAnyStep: false },
  /** Steps of an operator's login. */
  operatorAtAnyStep: { kind: 'operator', right: null, orRights: [], isAnyStep: true },
  operator: (right: OperatorRight, ...orRights: readonly OperatorRight[]) =>
    ({ kind: 'operator', right, orRights, isAnyStep: false }) as const,
} as const satisfies Record<string, Access | ((right: OperatorRight) => Access)>

export interface Call<Input extends Schema = Schema, Data extends Schema = Schema, Who extends Access = Access> {
  readonly method: 'GET' | 'POST'
  readonly path: `/vmcloud/api/${string}/${string}`
  /** One sentence for the API page. */
  readonly summary: string
  readonly access: Who
  /** Query of a GET, JSON body of a POST. */
  readonly input: Input
  readonly data: Data
  /** Codes of its own, beyond 200, 1080 (bad input) and 2017 (closed call without a valid token). */
  readonly errors: readonly ErrorName[]
  /** Words beside the loading indicator; the client's default when absent. */
  readonly loadingText?: string
  /** Exempt from the loading indicator, from request tracking and from the redirect on 2017 (section 7). */
  readonly quiet: boolean
  /**
   * Takes an `idempotency-key` header: the same key gives the same answer, once. Operators may leave it out, since scripts
   * act without a person who presses twice.
   */
  readonly idempotent: boolean
  /** Answers a frozen account too; every other closed call answers it 1057. */
  readonly allowsFrozen: boolean
  /** Calls a minute from one address; the server's general limit when absent. */
  readonly callsPerMinute?: number
}

type Required = 'method' | 'path' | 'summary' | 'access' | 'input' | 'data'
type CallSpec<C extends Call> = Pick<C, Required> & Partial<Omit<C, Required>>

/** Declares a call once. Server route, client caller, OpenAPI page and security matrix are all made from it. */
/* @__NO_SIDE_EFFECTS__ */
export const defineCall = <Input extends Schema, Data extends Schema, const Who extends Access>(
  spec: CallSpec<Call<Input, Data, Who>>,
): Call<Input, Data, Who> =>
  Object.freeze({ errors: [], quiet: false, idempotent: false, allowsFrozen: false, ...spec } as Call<Input, Data, Who>)

/** Input of the caller, before defaults and transforms. */
export type CallInput<C extends Call> = z.input<C['input']>
/** Input of the handler. */
export type CallArguments<C extends Call> = z.output<C['input']>
/** Type of `data` in the answer. */
export type CallData<C extends Call> = z.output<C['data']>

/** Answer of every call, also of a failed one. `ts` is the server's time in epoch milliseconds. */
export interface Envelope<Data = unknown> {
  code: EnvelopeCode
  msg: string
  data: Data | null
  ts: number
}

/** The parsed value; undefined when it does not match the schema. */
export const parseAs = <S extends Schema>(schema: S, value: unknown): z.output<S> | undefined => {
  const read = z.safeParse(schema, value)
  return read.success ? read.data : undefined
}

/**
 * Keeps schemas from making a script out of text, which is faster but not allowed in the mini-program and under our
 * content policy: even the attempt is an error there. Called by a client before it reads anything.
 */
export const disableSchemaCompilation = (): void => {
  z.config({ jitless: true })
}
