import { create } from 'zustand'
import type { IconDrawing } from '../ui/icon/icons.ts'

export interface DialogContent {
  readonly icon?: IconDrawing
  readonly title: string
  readonly body?: string
  readonly confirmText: string
  /** Absent for a notice without a choice. */
  readonly cancelText?: string
  /** Called when the cancel button itself is pressed: a dialog that closes otherwise decides nothing. */
  readonly onDecline?: () => void
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

/** Resolves with the answer. A second dialog while one is open declines the first. */
export const confirm = (content: DialogContent): Promise<boolean> =>
  new Promise((resolve) => {
    useDialog.getState().dialog?.answer(false)
    const answer = (isConfirmed: boolean) => {
      useDialog.setState({ dialog: null })
      resolve(isConfirmed)
    }
    useDialog.setState({ dialog: { ...content, answer } })
  })
