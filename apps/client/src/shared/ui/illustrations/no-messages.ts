import { type IllustrationDrawing, shadow } from './drawing.ts'

export const noMessages: IllustrationDrawing = `${shadow}
<rect x="86" y="20" width="62" height="46" rx="13" transform="rotate(6 117 43)" fill="#fff" stroke="#d5dde9" stroke-width="2" stroke-dasharray="4 5"/>
<path d="M47 40h70a14 14 0 0 1 14 14v38a14 14 0 0 1-14 14H83l-19 15v-15H47a14 14 0 0 1-14-14V54a14 14 0 0 1 14-14Z" fill="#fff" stroke="#b9ccf5" stroke-width="2" stroke-linejoin="round"/>
<circle cx="60" cy="73" r="15" fill="#eaf1ff"/><path d="m53.5 73.5 4.5 4.5 8.5-9" fill="none" stroke="#3071f2" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round"/>
<g fill="#dce6fb"><rect x="84" y="63" width="34" height="6" rx="3"/><rect x="84" y="77" width="22" height="6" rx="3"/></g>`
