import { useState } from 'react'
import { showToast } from '../../../../shared/feedback/toast.ts'
import { Button } from '../../../../shared/ui/button/button.tsx'
import { Inset } from '../../../../shared/ui/card/card.tsx'
import { Box } from '../../../../shared/ui/elements/elements'
import { TextArea } from '../../../../shared/ui/field/text-area.tsx'
import { Sheet } from '../../../../shared/ui/overlay/sheet.tsx'
import { instance, useInstance } from '../instance-store.ts'
import { readClipboard, writeClipboard } from './browser.ts'
import styles from './clipboard-sheet.module.css'

const MAXIMUM_CHARACTERS = 5000

interface ClipboardSheetProps {
  readonly onPaste: (text: string) => void
}

function FromPhone() {
  const text = useInstance((state) => state.clipboard)
  const copy = async () => {
    const isCopied = await writeClipboard(text)
    showToast(isCopied ? '已复制到本机' : '浏览器不允许复制，请长按文字手动复制', isCopied ? 'success' : 'error')
  }
  return (
    <>
      <Box as="h3" className={styles.title}>
        云手机的剪贴板
      </Box>
      <Inset>
        <Box className={styles.text}>{text || '还没有内容，先在云手机里复制文字'}</Box>
      </Inset>
      <Button variant="tint" size="medium" isDisabled={text === ''} onTap={() => void copy()}>
        复制到本机
      </Button>
    </>
  )
}

function ToPhone({ onPaste }: ClipboardSheetProps) {
  const [text, setText] = useState('')
  const read = async () => {
    const found = await readClipboard()
    if (found === undefined) showToast('浏览器不允许读取，请在框里手动粘贴', 'error')
    else setText(found)
  }
  const paste = () => {
    onPaste(text)
    instance.closePanel()
    showToast('已粘贴到云手机', 'success')
  }
  return (
    <>
      <Box as="h3" className={styles.title}>
        粘贴到云手机
      </Box>
      <TextArea
        label="要粘贴的文字"
        placeholder="输入或粘贴文字"
        maximum={MAXIMUM_CHARACTERS}
        value={text}
        onChange={setText}
      />
      <Box className={styles.buttons}>
        <Button variant="outline" size="medium" onTap={() => void read()}>
          读取本机剪贴板
        </Button>
        <Button size="medium" isDisabled={text === ''} onTap={paste}>
          粘贴
        </Button>
      </Box>
    </>
  )
}

/** Text from one to the other, where the browser does not carry it by itself. */
export function ClipboardSheet({ onPaste }: ClipboardSheetProps) {
  const isOpen = useInstance(({ panel }) => panel === 'clipboard')
  return (
    <Sheet isOpen={isOpen} title="剪贴板" onClose={instance.closePanel}>
      <Box className={styles.sheet}>
        <FromPhone />
        <ToPhone onPaste={onPaste} />
      </Box>
    </Sheet>
  )
}
