import * as z from 'zod/mini'
import type { Schema } from './call.ts'

/** What a value from outside is by its schema; nothing when it is not. */
export const readAs = <S extends Schema>(schema: S, value: unknown): z.output<S> | undefined => {
  const read = z.safeParse(schema, value)
  return read.success ? read.data : undefined
}

/**
 * Keeps schemas from making a script out of text, which is faster but not allowed in the mini-program and under our
 * content policy: even the attempt is an error there. Called by a client before it reads anything.
 */
export const readWithoutEval = (): void => {
  z.config({ jitless: true })
}
