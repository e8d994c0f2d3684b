import { create } from 'zustand'

/** Sheets of the home page: groups, states, those of the selected devices, or those of one device. */
export type HomeSheet =
  | { readonly kind: 'groups' | 'states' | 'batch' | 'batchTags' }
  | { readonly kind: 'actions' | 'openUrl' | 'apps' | 'edit'; readonly deviceId: number }

interface HomeSheets {
  readonly open: HomeSheet | null
}

export const useHomeSheets = create<HomeSheets>(() => ({ open: null }))

export const openSheet = (open: HomeSheet): void => useHomeSheets.setState({ open })
export const closeSheet = (): void => useHomeSheets.setState({ open: null })
