/** Sample screenshot; the gallery makes no requests. */
const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 180 390">
<defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#141b4d"/><stop offset=".6" stop-color="#4a3d9c"/><stop offset="1" stop-color="#b06fc4"/></linearGradient></defs>
<rect width="180" height="390" fill="url(#s)"/><circle cx="132" cy="92" r="20" fill="#fff3d6"/><circle cx="141" cy="85" r="17" fill="#232a68"/>
<path d="m0 262 40-50 34 34 44-66 62 78v132H0Z" fill="#35339a" opacity=".8"/><path d="M0 318c50-26 96-20 180 4v68H0Z" fill="#15164a"/>
<rect x="12" y="26" width="70" height="10" rx="5" fill="#57e39a"/><rect x="12" y="42" width="46" height="8" rx="4" fill="#6fb6ff"/>
<circle cx="146" cy="346" r="18" fill="#ff8f5c"/><circle cx="110" cy="358" r="11" fill="#5aa2ff"/><circle cx="38" cy="344" r="22" fill="#fff" opacity=".2"/></svg>`

export const sampleCover = `data:image/svg+xml,${encodeURIComponent(svg)}`
export const SAMPLE_HUE = '#6a55b8'
