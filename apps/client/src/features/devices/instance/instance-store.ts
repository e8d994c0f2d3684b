import { initialState, type PlayerState } from '@yunji/player/player-state'
import type { Statistics } from '@yunji/player/statistics'
import { create } from 'zustand'
import { goBackFrom } from '../../../shared/platform/router/router.ts'

/** The open panel. */
export type Panel = 'quality' | 'clipboard' | 'keyboard' | 'upload'

interface Instance {
  readonly player: PlayerState
  readonly statistics: Statistics | null
  /** Last clipboard text received from the phone. */
  readonly clipboard: string
  readonly panel: Panel | null
  /** The user's choice to rotate a wide picture; null before one. */
  readonly rotationPreference: boolean | null
  /** Files on their way from here; the phone's own part of it is the player's. */
  readonly uploads: readonly SentFile[]
}

/** A file that is being sent to the phone. */
export interface SentFile {
  readonly id: string
  readonly name: string
  /** 0 to 1, until the phone reports its own progress. */
  readonly progress: number
  readonly isDone?: boolean
  /** Reason of the refusal. */
  readonly failure?: string
}

const fresh: Instance = {
  player: initialState,
  statistics: null,
  clipboard: '',
  panel: null,
  rotationPreference: null,
  uploads: [],
}

/** The phone on screen; there is never more than one. */
export const useInstance = create<Instance>(() => fresh)

const set = (changes: Partial<Instance>) => useInstance.setState(changes)

export const instance = {
  reset: () => set(fresh),
  setPlayer: (player: PlayerState) =>
    useInstance.setState(({ panel }) => ({
      player,
      panel: panel !== null && panel !== 'quality' && player.mode === 'view' ? null : panel,
    })),
  setStatistics: (statistics: Statistics) => set({ statistics }),
  setClipboard: (clipboard: string) => set({ clipboard }),
  togglePanel: (panel: Panel) => useInstance.setState((state) => ({ panel: state.panel === panel ? null : panel })),
  setRotationPreference: (rotationPreference: boolean) => set({ rotationPreference }),
  closePanel: () => set({ panel: null }),
  addUpload: (file: SentFile) => useInstance.setState(({ uploads }) => ({ uploads: [...uploads, file] })),
  changeUpload: (id: string, changes: Partial<SentFile>) =>
    useInstance.setState(({ uploads }) => ({
      uploads: uploads.map((file) => (file.id === id ? { ...file, ...changes } : file)),
    })),
  removeUpload: (id: string) =>
    useInstance.setState(({ uploads }) => ({ uploads: uploads.filter((file) => file.id !== id) })),
}

/** Leaves the phone's page; the phone goes on running. */
export const leave = (): void => void goBackFrom('webView/web_instance')
