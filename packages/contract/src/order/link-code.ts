import * as z from 'zod/mini'

/** Names the list that was negotiated with a big user. */
export const linkCode = z.string().check(z.regex(/^[A-Za-z0-9_-]{8,64}$/))
