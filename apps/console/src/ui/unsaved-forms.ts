import { createContext, useContext, useEffect, useId, useSyncExternalStore } from 'react'

interface DialogContext {
  /** Forms of the dialog by their id, each with whether it has unsaved changes. */
  readonly forms: Map<string, boolean>
  /** A dialog that fades out still holds its forms, whose changes are saved or discarded by then. */
  readonly isOpen: boolean
}

export const DialogForms = createContext<DialogContext | null>(null)

/** Ids of all forms with unsaved changes, in a dialog or not. */
const unsaved = new Set<string>()
const listeners = new Set<() => void>()

const setUnsaved = (id: string, isDirty: boolean): void => {
  if (isDirty) unsaved.add(id)
  else unsaved.delete(id)
  for (const listen of listeners) listen()
}

const subscribe = (listen: () => void) => {
  listeners.add(listen)
  return () => {
    listeners.delete(listen)
  }
}

export const hasUnsavedForms = (): boolean => unsaved.size > 0
export const useHasUnsavedForms = (): boolean => useSyncExternalStore(subscribe, hasUnsavedForms)

/** Registers a form with the page and with the dialog around it, which ask before they discard changes. */
export const useUnsavedForm = (isDirty: boolean): void => {
  const { forms, isOpen = true } = useContext(DialogForms) ?? {}
  const id = useId()
  useEffect(() => {
    forms?.set(id, isDirty)
    setUnsaved(id, isDirty && isOpen)
    return () => {
      forms?.delete(id)
      setUnsaved(id, false)
    }
  }, [forms, isOpen, id, isDirty])
}

interface Place {
  readonly routeId: string
  readonly search: object
}

/** Fields of the address that open a record or the form of a new one. */
const formFields = ['open', 'new'] as const

/** Whether a navigation takes forms off the page; a change of search, filters, sort or page takes none. */
export const unmountsForms = (current: Place, next: Place): boolean => {
  const before: Readonly<Record<string, unknown>> = { ...current.search }
  const after: Readonly<Record<string, unknown>> = { ...next.search }
  return current.routeId !== next.routeId || formFields.some((name) => before[name] !== after[name])
}
