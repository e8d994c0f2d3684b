import { pathOf } from '@yunji/contract/navigation/pages'

/** The sides of the page about oneself. The specification has one route for all of them; the query says which. */
export const personalViews = ['profile', 'security', 'verification', 'sessions'] as const
export type PersonalView = (typeof personalViews)[number]

export const VIEW_PARAM = 'view'

/** What the page's query asks for; anything unknown is the profile. */
export const personalViewOf = (text: string | undefined): PersonalView =>
  personalViews.find((view) => view === text) ?? 'profile'

export const personalPath = (view: PersonalView): string => `${pathOf('user/personalData')}?${VIEW_PARAM}=${view}`
