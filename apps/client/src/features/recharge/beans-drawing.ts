const bean = (transform: string): string =>
  `<g transform="${transform}"><path d="M-6-15C3-19 13-15 17-7c5 9 5 23-4 29-8 6-17 2-19-6-2-6 2-10-2-15-5-5-6-13 2-16Z" fill="url(#b)"/><path d="M5-8c4 1 6 4 7 9" stroke="#fff" stroke-width="2.4" stroke-linecap="round" fill="none" opacity=".9"/></g>`

const places = [
  'translate(78 24) rotate(18) scale(1.5)',
  'translate(30 62) rotate(-22) scale(1.05)',
  'translate(92 84) rotate(40) scale(.8)',
] as const

/** A handful of beans, for the corner of the card that counts them. */
export const beansDrawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 132 120"><defs><linearGradient id="b" x2="1" y2="1"><stop stop-color="#ffe7b0"/><stop offset="1" stop-color="#f7b84b"/></linearGradient></defs>${places.map(bean).join('')}</svg>`
