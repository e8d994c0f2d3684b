import { Menu } from '@base-ui/react/menu'
import { useState } from 'react'
import { Button, IconButton } from '../button.tsx'
import { Icon } from '../icon.tsx'
import { Dialog } from '../overlays.tsx'
import { useKept } from './kept.ts'
import styles from './list.module.css'
import type { SearchState } from './search-state.ts'

interface ColumnMenuProps {
  readonly columns: readonly { readonly id: string; readonly title: string }[]
  readonly hidden: readonly string[]
  readonly onChange: (hidden: readonly string[]) => void
}

export function ColumnMenu({ columns, hidden, onChange }: ColumnMenuProps) {
  return (
    <Menu.Root>
      <Menu.Trigger render={<IconButton icon="sliders" label="选择列" />} />
      <Menu.Portal>
        <Menu.Positioner className={styles.positioner} sideOffset={4} align="end">
          <Menu.Popup className={styles.menu}>
            {columns.slice(1).map(({ id, title }) => (
              <Menu.CheckboxItem
                key={id}
                className={styles.menuItem}
                checked={!hidden.includes(id)}
                closeOnClick={false}
                onCheckedChange={(isShown) =>
                  onChange(isShown ? hidden.filter((name) => name !== id) : [...hidden, id])
                }
              >
                <span className={styles.mark}>
                  <Menu.CheckboxItemIndicator>
                    <Icon name="check" size={16} />
                  </Menu.CheckboxItemIndicator>
                </span>
                {title}
              </Menu.CheckboxItem>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

interface View {
  readonly name: string
  readonly state: SearchState
}

interface ViewMenuProps {
  readonly id: string
  readonly state: SearchState
  readonly onChoose: (state: SearchState) => void
}

const NAME_CHARACTERS = 20
const MOST_VIEWS = 20

/** Named combinations of search, filters and sort. */
export function ViewMenu({ id, state, onChoose }: ViewMenuProps) {
  const [views, setViews] = useKept<readonly View[]>(`${id}.views`, [])
  const [isNaming, setNaming] = useState(false)
  const [name, setName] = useState('')
  const { page: _page, cursor: _cursor, open: _open, ...kept } = state
  const save = (): void => {
    const others = views.filter((view) => view.name !== name.trim())
    setViews([...others, { name: name.trim(), state: kept }].slice(-MOST_VIEWS))
    setNaming(false)
    setName('')
  }
  return (
    <>
      <Menu.Root>
        <Menu.Trigger render={<Button icon="layers">视图</Button>} />
        <Menu.Portal>
          <Menu.Positioner className={styles.positioner} sideOffset={4} align="end">
            <Menu.Popup className={styles.menu}>
              {views.length === 0 && <p className={styles.menuNote}>还没有保存的视图</p>}
              {views.map((view) => (
                <div key={view.name} className={styles.viewRow}>
                  <Menu.Item className={styles.menuItem} onClick={() => onChoose(view.state)}>
                    {view.name}
                  </Menu.Item>
                  <Menu.Item
                    className={styles.remove}
                    aria-label={`删除视图「${view.name}」`}
                    closeOnClick={false}
                    onClick={() => setViews(views.filter((other) => other !== view))}
                  >
                    <Icon name="trash" size={16} />
                  </Menu.Item>
                </div>
              ))}
              <Menu.Separator className={styles.separator} />
              <Menu.Item
                className={styles.menuItem}
                disabled={Object.keys(kept).length === 0}
                onClick={() => setNaming(true)}
              >
                <Icon name="plus" size={16} />
                保存当前的条件
              </Menu.Item>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      <Dialog
        title="保存视图"
        description="视图记下当前的搜索、筛选和排序，只保存在这个浏览器中。"
        isOpen={isNaming}
        onClose={() => setNaming(false)}
        actions={
          <Button tone="primary" disabled={name.trim() === ''} onClick={save}>
            保存
          </Button>
        }
      >
        <input
          className={styles.nameInput}
          aria-label="视图名称"
          placeholder="视图名称"
          maxLength={NAME_CHARACTERS}
          value={name}
          onChange={(event) => setName(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && name.trim() !== '' && save()}
        />
      </Dialog>
    </>
  )
}
