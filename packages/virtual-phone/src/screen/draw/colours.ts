/** The product's own colours, so that phone and page look like one thing. */
export const Colour = {
  brand: '#3071F2',
  brandTint: '#E1EBFF',
  ink: '#10141C',
  inkBody: '#414958',
  inkSoft: '#646D7E',
  inkFaint: '#A6AEBB',
  page: '#F4F6F9',
  surface: '#FFFFFF',
  inset: '#F6F7FA',
  line: '#EBEEF2',
  green: '#12A66A',
  amber: '#F08C00',
  red: '#E5484D',
  violet: '#6A5CF5',
  scrim: 'rgba(13,18,30,.48)',
} as const

/** Grounds of app icons and avatars that have no colour of their own. */
const ACCENTS = ['#3071F2', '#3BAE7B', '#FF9F43', '#F4657B', '#7A5CF0', '#20B3C7', '#F2B01E', '#E2574C', '#4A55E8']

const HASH_FACTOR = 31

export function hashOf(text: string): number {
  let hash = 7
  for (let at = 0; at < text.length; at++) hash = (hash * HASH_FACTOR + text.charCodeAt(at)) >>> 0
  return hash
}

/** Always the same colour for the same name. */
export const accentOf = (name: string): string => ACCENTS[hashOf(name) % ACCENTS.length] ?? Colour.brand
