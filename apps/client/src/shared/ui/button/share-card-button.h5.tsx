/** Browsers have no cards. */
export function ShareCardButton() {
  return null
}
