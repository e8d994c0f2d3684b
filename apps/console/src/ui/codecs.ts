import { formatYuan } from '@yunji/contract/display/money'
import { formatDate } from '@yunji/contract/display/time'
import { amountCents } from '@yunji/contract/validation/input'

/** Value of a form field and its text in an input. Text that is no value becomes NaN or undefined, which no schema accepts. */
export interface Codec {
  readonly show: (value: unknown) => string
  readonly read: (text: string) => unknown
}

/** Instant of a `datetime-local` input, by the operator's own clock. */
export const instantCodec: Codec = {
  show: (value) => (typeof value === 'number' ? formatDate(value, 'YYYY-MM-DD HH:mm').replace(' ', 'T') : ''),
  read: (text) => (text === '' ? undefined : new Date(text).getTime()),
}

/** Cents as yuan. */
export const centsCodec: Codec = {
  show: (value) => (typeof value === 'number' ? formatYuan(value).replaceAll(',', '') : ''),
  read: (text) => (text.trim() === '' ? undefined : (amountCents(text.trim()) ?? Number.NaN)),
}

export const integerCodec: Codec = {
  show: (value) => (typeof value === 'number' ? String(value) : ''),
  read: (text) => (text.trim() === '' ? undefined : /^\d{1,15}$/.test(text.trim()) ? Number(text) : Number.NaN),
}

/** Ids separated by anything that is no digit. */
export const idsCodec: Codec = {
  show: (value) => (Array.isArray(value) ? value.join('\n') : ''),
  read: (text) => (text.match(/\d+/g) ?? []).map(Number),
}

/** Optional text: an empty one is left out. */
export const optionalCodec: Codec = {
  show: (value) => (typeof value === 'string' ? value : ''),
  read: (text) => (text.trim() === '' ? undefined : text),
}

/** A value that may be left empty, which the wire has as null. */
export const nullableCodec = ({ show, read }: Codec): Codec => ({
  show,
  read: (text) => (text.trim() === '' ? null : read(text)),
})

/** Hundredths as text, with a sign: cents as yuan, or hundredths of a per cent. The value is text, as queries have it. */
export const hundredthsCodec: Codec = {
  show: (value) => (typeof value === 'string' && value !== '' ? String(Number(value) / 100) : ''),
  read: (text) =>
    /^[-+]?\d{1,6}(?:\.\d{1,2})?$/.test(text.trim()) ? String(Math.round(Number(text.trim()) * 100)) : text.trim(),
}
