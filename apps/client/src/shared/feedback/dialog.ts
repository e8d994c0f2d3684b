import { create } from 'zustand'
import type { IconDrawing } from '../ui/icon/icons.ts'

export interface DialogContent {
  readonly icon?: IconDrawing
  readonly title: string
  readonly body?: string
  readonly confirmText: string
  /** Absent: there is nothing to decide, only to know. */
  readonly cancelText?: string
  /** Irreversible action: the button is red. */
  readonly isDanger?: boolean
  /** A safer alternative; choosing it answers no. */
  readonly safer?: { readonly icon?: IconDrawing; readonly text: string; readonly onTap: () => void }
}

interface OpenDialog extends DialogContent {
  readonly answer: (isConfirmed: boolean) => void
}

interface DialogState {
  readonly dialog: OpenDialog | null
}

export const useDialog = create<DialogState>(() => ({ dialog: null }))

/** Asks, and waits for the answer. A second question while one is open answers the first with no. */
export const confirm = (content: DialogContent): Promise<boolean> =>
  new Promise((resolve) => {
    useDialog.getState().dialog?.answer(false)
    const answer = (isConfirmed: boolean) => {
      useDialog.setState({ dialog: null })
      resolve(isConfirmed)
    }
    useDialog.setState({ dialog: { ...content, answer } })
  })
