import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { Toast } from '@base-ui/react/toast'
import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { Button, IconButton } from './button.tsx'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import styles from './overlays.module.css'
import { toasts } from './toast.ts'
import { DialogForms, hasUnsavedForms, unmountsForms, useHasUnsavedForms } from './unsaved-forms.ts'

interface DialogProps {
  readonly title: string
  readonly description?: ReactNode
  readonly isOpen: boolean
  readonly onClose: () => void
  /** A side drawer keeps the list beside it in sight. */
  readonly kind?: 'dialog' | 'wide' | 'drawer'
  readonly actions?: ReactNode
  readonly children?: ReactNode
}

/**
 * A dialog with a form stays open when the pointer misses it, and any dialog asks before it closes over unsaved changes.
 */
export function Dialog({ title, description, isOpen, onClose, kind = 'dialog', actions, children }: DialogProps) {
  const [forms] = useState(() => new Map<string, boolean>())
  const context = useMemo(() => ({ forms, isOpen }), [forms, isOpen])
  const close = async (reason: string): Promise<void> => {
    if (reason === 'outside-press' && kind !== 'drawer' && forms.size > 0) return
    if (![...forms.values()].includes(true) || (await confirm(discarding))) onClose()
  }
  return (
    <BaseDialog.Root open={isOpen} onOpenChange={(next, { reason }) => !next && void close(reason)}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={classes(styles.backdrop, kind === 'drawer' && styles.lightBackdrop)} />
        <BaseDialog.Popup className={classes(styles.popup, styles[kind])}>
          <div className={styles.head}>
            <BaseDialog.Title className={styles.title}>{title}</BaseDialog.Title>
            <BaseDialog.Close render={<IconButton icon="close" label="关闭" />} />
          </div>
          {description && <BaseDialog.Description className={styles.description}>{description}</BaseDialog.Description>}
          {/* A drawer may hold a long text and no control: the keyboard must scroll it. */}
          <div className={styles.body} tabIndex={kind === 'drawer' ? 0 : undefined}>
            <DialogForms.Provider value={context}>{children}</DialogForms.Provider>
          </div>
          {actions && <div className={styles.actions}>{actions}</div>}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}

interface Question {
  readonly title: string
  /** Says what will happen. */
  readonly text: ReactNode
  readonly confirm: string
  readonly isDestructive?: boolean
}

const discarding: Question = {
  title: '放弃未保存的修改？',
  text: '填写的内容不会保留。',
  confirm: '放弃修改',
  isDestructive: true,
}

/** Decides by the forms at the time of the navigation: a page that redirects when it mounts finds them gone. */
const shouldStay: ShouldBlockFn = async ({ current, next }) =>
  hasUnsavedForms() && unmountsForms(current, next) && !(await confirm(discarding))

/**
 * Asks once, however many forms there are, before a link, the back button or a closed tab discards unsaved changes. The
 * login's forms stand outside the router and are discarded unasked.
 */
export function LeaveGuard() {
  useBlocker({ shouldBlockFn: shouldStay, enableBeforeUnload: hasUnsavedForms, disabled: !useHasUnsavedForms() })
  return null
}

let ask: (question: Question) => Promise<boolean> = () => Promise.resolve(false)

/** Asks before an act; false when it is cancelled. */
export const confirm = (question: Question): Promise<boolean> => ask(question)

export function ConfirmHost() {
  const [pending, setPending] = useState<{ question: Question; answer: (isYes: boolean) => void } | null>(null)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    ask = (question) =>
      new Promise((answer) => {
        setPending({ question, answer })
        setOpen(true)
      })
  }, [])
  const answer = (isYes: boolean): void => {
    setOpen(false)
    pending?.answer(isYes)
  }
  const question = pending?.question
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={(next) => !next && answer(false)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={styles.backdrop} />
        <AlertDialog.Popup className={classes(styles.popup, styles.dialog, styles.question)}>
          <AlertDialog.Title className={styles.title}>{question?.title}</AlertDialog.Title>
          <AlertDialog.Description className={styles.questionText} render={<div />}>
            {question?.text}
          </AlertDialog.Description>
          <div className={styles.actions}>
            <Button onClick={() => answer(false)}>取消</Button>
            <Button tone={question?.isDestructive ? 'dangerFill' : 'primary'} onClick={() => answer(true)}>
              {question?.confirm}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

export function ToastHost() {
  return (
    <Toast.Provider toastManager={toasts} limit={3}>
      <Toast.Portal>
        <Toast.Viewport className={styles.toasts}>
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function ToastList() {
  const { toasts: shown } = Toast.useToastManager()
  return shown.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className={styles.toast}>
      <Icon name={toast.type === 'error' ? 'alert' : 'check'} />
      <Toast.Title className={styles.toastTitle} />
      <Toast.Close className={styles.toastClose} aria-label="关闭提示">
        <Icon name="close" size={16} />
      </Toast.Close>
    </Toast.Root>
  ))
}
