import { type IllustrationDrawing, shadow } from './drawing.ts'

export const noDevices: IllustrationDrawing = `${shadow}
<g fill="#fff" stroke="#d5dde9" stroke-width="2" stroke-dasharray="4 5"><rect x="30" y="40" width="42" height="82" rx="11" transform="rotate(-8 51 122)"/><rect x="108" y="40" width="42" height="82" rx="11" transform="rotate(8 129 122)"/></g>
<rect x="64" y="18" width="52" height="104" rx="13" fill="#fff" stroke="#b9ccf5" stroke-width="2"/>
<rect x="82" y="24" width="16" height="4" rx="2" fill="#dce6fb"/><circle cx="90" cy="72" r="15" fill="#eaf1ff"/>
<path d="M90 65v14M83 72h14" stroke="#3071f2" stroke-width="2.5" stroke-linecap="round"/>`
