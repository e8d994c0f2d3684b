/** What an order is, whichever call made it. */
export const orderKinds = [
  'buy',
  'renew',
  'seckill',
  'bigUser',
  'toMonthly',
  'change',
  'video',
  'codes',
  'beans',
  'space',
  'balance',
] as const
export type OrderKind = (typeof orderKinds)[number]
