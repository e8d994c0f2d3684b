import { getTagList } from '@yunji/contract/devices/device/calls'
import { MAX_TAGS_PER_DEVICE, TAG_CHARACTERS } from '@yunji/contract/devices/device/rules'
import { useState } from 'react'
import { useCall } from '../../../../shared/api/query.ts'
import { showToast } from '../../../../shared/feedback/toast.ts'
import { Chip } from '../../../../shared/ui/choice/chip.tsx'
import { Box, Tap } from '../../../../shared/ui/elements/elements'
import { Field } from '../../../../shared/ui/field/field.tsx'
import styles from './small-form.module.css'

interface TagEditorProps {
  readonly tags: readonly string[]
  readonly onChange: (tags: readonly string[]) => void
}

/** Chooses among the user's tags, and adds new ones. */
export function TagEditor({ tags, onChange }: TagEditorProps) {
  const [typed, setTyped] = useState('')
  const known = useCall(getTagList, {}).data?.tags.map(({ tag }) => tag) ?? []
  const toggle = (tag: string) => {
    if (tags.includes(tag)) return onChange(tags.filter((other) => other !== tag))
    if (tags.length >= MAX_TAGS_PER_DEVICE) return showToast(`每台设备最多 ${MAX_TAGS_PER_DEVICE} 个标签`, 'error')
    return onChange([...tags, tag])
  }
  const add = () => {
    const tag = typed.trim()
    if (tag === '') return
    if (!tags.includes(tag)) toggle(tag)
    setTyped('')
  }
  const offered = [...new Set([...known, ...tags])]
  return (
    <Box as="section" label="标签">
      {offered.length > 0 && (
        <Box className={styles.tags}>
          {offered.map((tag) => (
            <Chip key={tag} variant="choice" isMultiple isSelected={tags.includes(tag)} onTap={() => toggle(tag)}>
              {tag}
            </Chip>
          ))}
        </Box>
      )}
      <Field
        label="新标签"
        value={typed}
        placeholder="添加标签，如「主号」"
        maxLength={TAG_CHARACTERS}
        after={
          <Tap className={styles.add} isDisabled={typed.trim() === ''} onTap={add}>
            添加
          </Tap>
        }
        onChange={setTyped}
      />
    </Box>
  )
}
