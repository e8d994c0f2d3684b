import * as z from 'zod/mini'
import { count } from '../wire/fields.ts'

/** Bounds of a document. Operators write it, so a text beyond them is refused with a sentence that says which. */
export const DOCUMENT_LIMITS = {
  /** Characters of the Markdown source; a body of that many Chinese ones is still within the limit of a call. */
  characters: 20_000,
  lineCharacters: 4000,
  blocks: 1000,
  listDepth: 3,
  tableColumns: 6,
  tableRows: 100,
} as const

export const CONTENT_PICTURE_BYTES = 2 << 20

/** Answer of the upload of a picture: the path that a text, the guide or the landing page names. */
export const uploadedPicture = z.object({ src: z.string() })

/**
 * Piece of text with one style. Links are a page of ours (`/pages/…`) or an address on the server's allow-list; everything
 * else arrives as text.
 */
const span = z.object({
  text: z.string(),
  isStrong: z.optional(z.literal(true)),
  isEmphasis: z.optional(z.literal(true)),
  isCode: z.optional(z.literal(true)),
  link: z.optional(z.string()),
})
export type Span = z.output<typeof span>

const spans = z.array(span)

/** Closed set of blocks. Nothing in it nests, so that one renderer without recursion draws it on both clients. */
export const block = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('heading'), level: z.literal([1, 2, 3, 4]), spans }),
  z.object({ kind: z.literal('paragraph'), spans, isQuote: z.optional(z.literal(true)) }),
  /** `mark` is the number of an ordered entry, with its point; empty for a bullet. `depth` begins at 0. */
  z.object({ kind: z.literal('item'), depth: count, mark: z.string(), spans }),
  /** `src` is a path of this server's own pictures. */
  z.object({ kind: z.literal('picture'), src: z.string(), alt: z.string() }),
  z.object({ kind: z.literal('table'), head: z.array(spans), rows: z.array(z.array(spans)) }),
  z.object({ kind: z.literal('divider') }),
])
export type Block = z.output<typeof block>

export const documentContent = z.array(block)
export type DocumentContent = z.output<typeof documentContent>
