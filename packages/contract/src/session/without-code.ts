/** The address without its `code`; every other parameter stays to the letter. */
export const withoutCode = (url: string): string => {
  const [beforeHash = '', ...hash] = url.split('#')
  const [path = '', ...queries] = beforeHash.split('?')
  const kept = queries
    .join('?')
    .split('&')
    .filter((parameter) => parameter !== '' && parameter.split('=', 1)[0] !== 'code')
  return [path + (kept.length > 0 ? `?${kept.join('&')}` : ''), ...hash].join('#')
}
