import { formatYuan } from '@yunji/contract/display/money'
import { CHINA_OFFSET_MINUTES, formatDate } from '@yunji/contract/display/time'
import { amountCents } from '@yunji/contract/validation/input'

/** Value of a form field and its text in an input. Text that is no value becomes NaN or undefined, which no schema accepts. */
export interface Codec {
  readonly show: (value: unknown) => string
  readonly read: (text: string) => unknown
  /** A limit of the value, as the field writes it; plainly when absent. */
  readonly showLimit?: (limit: number) => string
}

/** Instant of a `datetime-local` input, in China's time wherever the operator is. */
export const instantCodec: Codec = {
  show: (value) =>
    typeof value === 'number' ? formatDate(value, 'YYYY-MM-DD HH:mm', CHINA_OFFSET_MINUTES).replace(' ', 'T') : '',
  read: (text) => (text === '' ? undefined : Date.parse(`${text}+08:00`)),
}

/** Cents as yuan. */
export const centsCodec: Codec = {
  show: (value) => (typeof value === 'number' ? formatYuan(value).replaceAll(',', '') : ''),
  read: (text) => (text.trim() === '' ? undefined : (amountCents(text.trim()) ?? Number.NaN)),
  showLimit: (cents) => `${formatYuan(cents)} 元`,
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
export const nullableCodec = ({ read, ...codec }: Codec): Codec => ({
  ...codec,
  read: (text) => (text.trim() === '' ? null : read(text)),
})

/**
 * Hundredths as text, with a sign: cents as yuan, or hundredths of a per cent. The value is text, as queries have it. Other
 * text is no value: as it is, it could be taken for hundredths.
 */
export const hundredthsCodec: Codec = {
  show: (value) => (typeof value === 'string' && value !== '' ? String(Number(value) / 100) : ''),
  read: (text) => {
    const typed = text.trim()
    if (typed === '') return ''
    return /^[-+]?\d{1,6}(?:\.\d{1,2})?$/.test(typed) ? String(Math.round(Number(typed) * 100)) : Number.NaN
  },
}
