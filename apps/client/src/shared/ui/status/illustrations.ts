/** A picture of 180 × 140, drawn in lines: where nothing is yet. */
export type IllustrationDrawing = string

/** Common ground of all illustrations. */
const shadow = '<ellipse cx="90" cy="126" rx="64" ry="8" fill="#e6ebf3"/>'

export const noCoupons: IllustrationDrawing = `${shadow}
<rect x="38" y="34" width="104" height="58" rx="11" transform="rotate(-7 90 63)" fill="#fff" stroke="#d5dde9" stroke-width="2" stroke-dasharray="4 5"/>
<path d="M39 52h37a8 8 0 0 0 16 0h49a10 10 0 0 1 10 10v46a10 10 0 0 1-10 10H92a8 8 0 0 0-16 0H39a10 10 0 0 1-10-10V62a10 10 0 0 1 10-10Z" fill="#fff" stroke="#b9ccf5" stroke-width="2"/>
<path d="M84 68v34" stroke="#dce6fb" stroke-width="2" stroke-dasharray="4 5"/><circle cx="56" cy="85" r="15" fill="#eaf1ff"/>
<path d="m50.5 79 5.5 6.5 5.5-6.5M56 85.5V93M51 88h10" fill="none" stroke="#3071f2" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"/>
<g fill="#dce6fb"><rect x="104" y="76" width="34" height="6" rx="3"/><rect x="104" y="90" width="22" height="6" rx="3"/></g>`

export const noDevices: IllustrationDrawing = `${shadow}
<g fill="#fff" stroke="#d5dde9" stroke-width="2" stroke-dasharray="4 5"><rect x="30" y="40" width="42" height="82" rx="11" transform="rotate(-8 51 122)"/><rect x="108" y="40" width="42" height="82" rx="11" transform="rotate(8 129 122)"/></g>
<rect x="64" y="18" width="52" height="104" rx="13" fill="#fff" stroke="#b9ccf5" stroke-width="2"/>
<rect x="82" y="24" width="16" height="4" rx="2" fill="#dce6fb"/><circle cx="90" cy="72" r="15" fill="#eaf1ff"/>
<path d="M90 65v14M83 72h14" stroke="#3071f2" stroke-width="2.5" stroke-linecap="round"/>`

export const noFiles: IllustrationDrawing = `${shadow}
<g fill="#fff" stroke="#d5dde9" stroke-width="2" stroke-dasharray="4 5"><rect x="40" y="26" width="44" height="56" rx="9" transform="rotate(-9 62 54)"/><rect x="96" y="26" width="44" height="56" rx="9" transform="rotate(9 118 54)"/></g>
<path d="M59 121a24 24 0 0 1-3-47.8 32 32 0 0 1 61.5 5.9A21.5 21.5 0 0 1 116 121Z" fill="#fff" stroke="#b9ccf5" stroke-width="2" stroke-linejoin="round"/>
<circle cx="88" cy="95" r="15" fill="#eaf1ff"/><path d="M88 102V88.5M82 94l6-6 6 6" fill="none" stroke="#3071f2" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round"/>`

export const noMessages: IllustrationDrawing = `${shadow}
<rect x="86" y="20" width="62" height="46" rx="13" transform="rotate(6 117 43)" fill="#fff" stroke="#d5dde9" stroke-width="2" stroke-dasharray="4 5"/>
<path d="M47 40h70a14 14 0 0 1 14 14v38a14 14 0 0 1-14 14H83l-19 15v-15H47a14 14 0 0 1-14-14V54a14 14 0 0 1 14-14Z" fill="#fff" stroke="#b9ccf5" stroke-width="2" stroke-linejoin="round"/>
<circle cx="60" cy="73" r="15" fill="#eaf1ff"/><path d="m53.5 73.5 4.5 4.5 8.5-9" fill="none" stroke="#3071f2" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round"/>
<g fill="#dce6fb"><rect x="84" y="63" width="34" height="6" rx="3"/><rect x="84" y="77" width="22" height="6" rx="3"/></g>`

export const noResults: IllustrationDrawing = `${shadow}
<rect x="34" y="30" width="74" height="88" rx="12" transform="rotate(-6 71 74)" fill="#fff" stroke="#d5dde9" stroke-width="2" stroke-dasharray="4 5"/>
<rect x="48" y="22" width="76" height="98" rx="12" fill="#fff" stroke="#b9ccf5" stroke-width="2"/>
<g fill="#dce6fb"><rect x="62" y="40" width="48" height="6" rx="3"/><rect x="62" y="56" width="34" height="6" rx="3"/></g>
<circle cx="110" cy="88" r="21" fill="#eaf1ff" stroke="#3071f2" stroke-width="2.5"/><path d="m125.5 103.5 12 12" stroke="#3071f2" stroke-width="4" stroke-linecap="round"/>`

/** Fills and lines for the dark set of colours. */
const darkColours: Readonly<Record<string, string>> = {
  '#fff': '#1f2530',
  '#e6ebf3': '#1c212b',
  '#d5dde9': '#3a4250',
  '#b9ccf5': '#48639e',
  '#dce6fb': '#2f3c58',
  '#eaf1ff': '#1e3054',
  '#3071f2': '#6fa0ff',
}

export const darkened = (drawing: IllustrationDrawing): IllustrationDrawing =>
  drawing.replace(/#[0-9a-f]{3,6}/g, (colour) => darkColours[colour] ?? colour)
