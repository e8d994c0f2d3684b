import { type IllustrationDrawing, shadow } from './drawing.ts'

export const noCoupons: IllustrationDrawing = `${shadow}
<rect x="38" y="34" width="104" height="58" rx="11" transform="rotate(-7 90 63)" fill="#fff" stroke="#d5dde9" stroke-width="2" stroke-dasharray="4 5"/>
<path d="M39 52h37a8 8 0 0 0 16 0h49a10 10 0 0 1 10 10v46a10 10 0 0 1-10 10H92a8 8 0 0 0-16 0H39a10 10 0 0 1-10-10V62a10 10 0 0 1 10-10Z" fill="#fff" stroke="#b9ccf5" stroke-width="2"/>
<path d="M84 68v34" stroke="#dce6fb" stroke-width="2" stroke-dasharray="4 5"/><circle cx="56" cy="85" r="15" fill="#eaf1ff"/>
<path d="m50.5 79 5.5 6.5 5.5-6.5M56 85.5V93M51 88h10" fill="none" stroke="#3071f2" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"/>
<g fill="#dce6fb"><rect x="104" y="76" width="34" height="6" rx="3"/><rect x="104" y="90" width="22" height="6" rx="3"/></g>`
