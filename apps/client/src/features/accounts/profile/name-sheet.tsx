import { useState } from 'react'
import { confirm } from '../../../shared/feedback/dialog.ts'
import { Sheet } from '../../../shared/ui/overlay/sheet.tsx'
import { NameForm } from './name-form.tsx'

interface NameSheetProps {
  readonly name: string
  readonly isOpen: boolean
  readonly onClose: () => void
}

const discards = () =>
  confirm({ title: '放弃修改', body: '新昵称还没有保存', cancelText: '继续编辑', confirmText: '放弃' })

/** Edits the nickname; discarding a change needs a confirmation. */
export function NameSheet({ name, isOpen, onClose }: NameSheetProps) {
  const [typed, setTyped] = useState<string>()
  const end = () => {
    setTyped(undefined)
    onClose()
  }
  const close = async () => {
    if (typed === undefined || typed.trim() === name || (await discards())) end()
  }
  return (
    <Sheet isOpen={isOpen} title="修改昵称" onClose={() => void close()}>
      <NameForm name={name} onTyped={setTyped} onSaved={end} />
    </Sheet>
  )
}
