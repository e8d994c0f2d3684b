import { createContext, useContext, useEffect, useId } from 'react'

/** Forms in a dialog by their id, each with whether it has unsaved changes. */
export const DialogForms = createContext<Map<string, boolean> | null>(null)

/** Registers a form with the dialog around it, which asks before it discards changes. */
export const useDialogForm = (isDirty: boolean): void => {
  const forms = useContext(DialogForms)
  const id = useId()
  useEffect(() => {
    forms?.set(id, isDirty)
    return () => {
      forms?.delete(id)
    }
  }, [forms, id, isDirty])
}
