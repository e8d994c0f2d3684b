import { type DrawnPicture, drawnPictureOf } from '@yunji/contract/configuration/guide/schema'
import { dataUriOf } from '../../shared/ui/icon/svg.ts'

/** Stars by a fixed rule: the same sky at each drawing. */
const stars = (count: number, width: number, height: number): string =>
  Array.from({ length: count }, (_, index) => {
    const [x, y] = [(index * 83) % width, (index * 47 + 10) % height]
    return `<circle cx="${x}" cy="${y}" r="${index % 5 ? 0.9 : 1.6}" fill="#fff" opacity="${0.3 + (index % 6) / 10}"/>`
  }).join('')

const TRAVELLER = `<ellipse cx="14" cy="56" rx="19" ry="3.5" opacity=".35"/><path d="M9 46v9M19 46v9" stroke="#1E1A40" stroke-width="5" stroke-linecap="round"/><path d="M14 17c7 0 11 6 12.5 14l3 16c-9 5-22 5-31 0l3-16C3 23 7 17 14 17Z" fill="#F0675F"/><path d="M14 17c7 0 11 6 12.5 14l3 16c-4 2.2-8.7 3.4-13.5 3.7Z" fill="#C94A55"/><circle cx="14" cy="10" r="9.5" fill="#FFE3CC"/><path d="M4.5 11C3 1 12-2.5 18-.5c5.5 1.5 7.5 6.5 5.5 12-2.5-1-4-3.5-4.5-6-3 3.5-8.5 5.5-14.500 5.500Z" fill="#3B2B5E"/><path d="M6 18.500c5 3 11 3 16 0l1.500 4c-6 3.200-13 3.200-19 0Z" fill="#FFD36B"/>`
const STAFF = `<path d="M34 50 44 6" stroke="#C9B68A" stroke-width="2.2" stroke-linecap="round"/><circle cx="44.500" cy="3" r="4.500" fill="#FFE9A8"/><circle cx="44.500" cy="3" r="10" fill="#FFE9A8" opacity=".22"/>`

const gradient = (id: string, ...stops: readonly (readonly [number, string])[]): string =>
  `<linearGradient id="${id}" x2="0" y2="1">${stops.map(([offset, colour]) => `<stop offset="${offset}" stop-color="${colour}"/>`).join('')}</linearGradient>`

const svg = (width: number, height: number, body: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMidYMax slice">${body}</svg>`

const voyage = (): string =>
  svg(
    390,
    520,
    `<defs>${gradient('a', [0, '#0E1338'], [0.45, '#33348C'], [0.75, '#8A64C4'], [1, '#F2A7A0'])}${gradient('b', [0, '#4A3F9E'], [1, '#7A58B8'])}${gradient('c', [0, '#28246B'], [1, '#3B2F83'])}</defs><rect width="390" height="520" fill="url(#a)"/>${stars(44, 390, 240)}<circle cx="296" cy="262" r="110" fill="#FFE6B8" opacity=".07"/><circle cx="296" cy="262" r="80" fill="#FFE6B8" opacity=".12"/><circle cx="296" cy="262" r="54" fill="#FFEAC2"/><path d="m0 330 62-78 48 50 70-104 66 88 40-36 52 58 52-40v260H0Z" fill="url(#b)"/><path d="m0 404 70-58 62 44 84-82 74 70 48-30 52 34v150H0Z" fill="url(#c)"/><path d="M0 440c80-34 150-20 210-4s120 4 180-18v102H0Z" fill="#171544"/><g transform="translate(62 314) scale(1.9)">${TRAVELLER}${STAFF}</g>`,
  )

const voyageIcon = (): string =>
  svg(
    64,
    64,
    `<defs>${gradient('a', [0, '#1B1F5A'], [1, '#8A64C4'])}</defs><rect width="64" height="64" fill="url(#a)"/><circle cx="44" cy="20" r="10" fill="#FFE6B8"/><path d="m0 48 16-18 12 12 14-20 22 26v16H0Z" fill="#3B2F83"/><g transform="translate(14 22) scale(.75)">${TRAVELLER}</g>`,
  )

const tree = (x: number, y: number, fruit: string): string =>
  `<g transform="translate(${x} ${y})"><path d="M-3 0h6v22h-6Z" fill="#8A5A3C"/><circle cy="-12" r="20" fill="#4FA64B"/><circle cx="-8" cy="-16" r="3.500" fill="${fruit}"/><circle cx="7" cy="-8" r="3.500" fill="${fruit}"/><circle cx="3" cy="-22" r="3.500" fill="${fruit}"/></g>`

const orchard = (): string =>
  svg(
    220,
    390,
    `<defs>${gradient('a', [0, '#8FD8FF'], [1, '#E4F6FF'])}</defs><rect width="220" height="390" fill="url(#a)"/><circle cx="176" cy="60" r="24" fill="#FFE08A"/><path d="M24 84a16 16 0 0 1 30-6 12 12 0 0 1 16 12H26Z" fill="#fff"/><path d="M0 214c50-34 96-26 130-10s60 10 90-8v194H0Z" fill="#A7E07A"/><path d="M0 276c60-30 120-14 220-24v138H0Z" fill="#7CC95A"/><path d="M134 160h44v44h-44Z" fill="#FFF6E8"/><path d="m126 164 30-28 30 28Z" fill="#E8614F"/><path d="M150 182h12v22h-12Z" fill="#A5653F"/>${tree(44, 262, '#FF6B57')}${tree(104, 296, '#FFC53D')}${tree(172, 276, '#FF6B57')}<path d="M28 336h164M28 358h164" stroke="#8A5A3C" stroke-width="7" stroke-linecap="round" opacity=".55"/>`,
  )

const tileColours = ['#32AF76', '#FFA03C', '#F2637B', '#2B6BEE', '#7B5CF0', '#1FB0C4', '#F0B020', '#DD5148']
const appTile = (colour: string, index: number): string =>
  `<rect x="${26 + (index % 4) * 45}" y="${222 + Math.floor(index / 4) * 48}" width="34" height="34" rx="10" fill="${colour}"/><circle cx="${43 + (index % 4) * 45}" cy="${239 + Math.floor(index / 4) * 48}" r="7" fill="#fff" opacity=".85"/>`

const desktop = (): string =>
  svg(
    220,
    390,
    `<defs>${gradient('a', [0, '#9DBBFF'], [0.6, '#DCE3FF'], [1, '#7C9BF2'])}</defs><rect width="220" height="390" fill="url(#a)"/><circle cx="110" cy="96" r="46" fill="#FFF3D6" opacity=".5"/><circle cx="110" cy="96" r="30" fill="#FFF3D6"/><path d="M0 214c40-30 74-22 110 0s76 26 110-6v182H0Z" fill="#5C86EA"/><path d="M0 300c60-26 130-20 220 6v84H0Z" fill="#3E68D4"/>${tileColours.map(appTile).join('')}<rect x="16" y="330" width="188" height="46" rx="16" fill="#fff" opacity=".28"/>${tileColours
      .slice(0, 4)
      .map((colour, index) => `<rect x="${26 + index * 45}" y="336" width="34" height="34" rx="10" fill="${colour}"/>`)
      .join('')}`,
  )

const drawings: Readonly<Record<DrawnPicture, () => string>> = { voyage, voyageIcon, orchard, desktop }

/** Background of a place that shows a picture: one of our scenes, or a file of this host. */
export const backgroundOf = (picture: string): string => {
  const drawn = drawnPictureOf(picture)
  return drawn ? dataUriOf(drawings[drawn]()) : `url("${picture}")`
}
