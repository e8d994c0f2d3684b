import { type IllustrationDrawing, shadow } from './drawing.ts'

export const noResults: IllustrationDrawing = `${shadow}
<rect x="34" y="30" width="74" height="88" rx="12" transform="rotate(-6 71 74)" fill="#fff" stroke="#d5dde9" stroke-width="2" stroke-dasharray="4 5"/>
<rect x="48" y="22" width="76" height="98" rx="12" fill="#fff" stroke="#b9ccf5" stroke-width="2"/>
<g fill="#dce6fb"><rect x="62" y="40" width="48" height="6" rx="3"/><rect x="62" y="56" width="34" height="6" rx="3"/></g>
<circle cx="110" cy="88" r="21" fill="#eaf1ff" stroke="#3071f2" stroke-width="2.5"/><path d="m125.5 103.5 12 12" stroke="#3071f2" stroke-width="4" stroke-linecap="round"/>`
