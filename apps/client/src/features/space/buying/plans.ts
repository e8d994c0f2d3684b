import type { getSpacePlans } from '@yunji/contract/space/calls'
import type { CallData } from '@yunji/contract/wire/call'

export type SpacePlan = CallData<typeof getSpacePlans>['plans'][number]

/** Distinct values of the plans, in the order of the catalogue. */
export const valuesOf = (plans: readonly SpacePlan[], field: 'sizeGb' | 'months'): readonly number[] => [
  ...new Set(plans.map((plan) => plan[field])),
]

export interface PlanChoice {
  readonly sizeGb?: number | undefined
  readonly months?: number | undefined
}

/** The plan of the chosen size and months; the first of the size where it is not sold for so long. */
export const planOf = (plans: readonly SpacePlan[], { sizeGb, months }: PlanChoice): SpacePlan | undefined => {
  const ofSize = plans.filter((plan) => plan.sizeGb === (sizeGb ?? plans[0]?.sizeGb))
  return ofSize.find((plan) => plan.months === months) ?? ofSize[0]
}
