const isPlainObject = (value: unknown): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}

/**
 * Nothing, empty text, an empty array or plain object, NaN and 0 are empty; booleans never are. 0 is empty here only:
 * for distances, sizes and ids it is a value like any other.
 */
export const isEmpty = (value: unknown): boolean => {
  if (value === null || value === undefined || value === '' || value === 0) return true
  if (typeof value === 'number') return Number.isNaN(value)
  if (Array.isArray(value)) return value.length === 0
  return isPlainObject(value) && Object.keys(value).length === 0
}
