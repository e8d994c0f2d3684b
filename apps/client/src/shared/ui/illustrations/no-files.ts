import { type IllustrationDrawing, shadow } from './drawing.ts'

export const noFiles: IllustrationDrawing = `${shadow}
<g fill="#fff" stroke="#d5dde9" stroke-width="2" stroke-dasharray="4 5"><rect x="40" y="26" width="44" height="56" rx="9" transform="rotate(-9 62 54)"/><rect x="96" y="26" width="44" height="56" rx="9" transform="rotate(9 118 54)"/></g>
<path d="M59 121a24 24 0 0 1-3-47.8 32 32 0 0 1 61.5 5.9A21.5 21.5 0 0 1 116 121Z" fill="#fff" stroke="#b9ccf5" stroke-width="2" stroke-linejoin="round"/>
<circle cx="88" cy="95" r="15" fill="#eaf1ff"/><path d="M88 102V88.5M82 94l6-6 6 6" fill="none" stroke="#3071f2" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round"/>`
