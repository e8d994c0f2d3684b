import { Menu } from '@base-ui/react/menu'
import { deleteListView, getListViews, saveListView } from '@yunji/contract/operator/list-view-calls'
import { LIST_VIEW_NAME_CHARACTERS } from '@yunji/contract/wire/operator-roles'
import { useState } from 'react'
import { messageOf } from '../../api/call-api.ts'
import { useCall, useWrite } from '../../api/query.ts'
import { Button, IconButton } from '../button.tsx'
import { Icon } from '../icon.tsx'
import { confirm, Dialog } from '../overlays.tsx'
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

interface ViewMenuProps {
  readonly id: string
  readonly state: SearchState
  readonly onChoose: (state: SearchState) => void
}

/** Named combinations of search, filters and sort; they follow the operator to every browser. */
export function ViewMenu({ id: list, state, onChoose }: ViewMenuProps) {
  const [isOpen, setOpen] = useState(false)
  const [isNaming, setNaming] = useState(false)
  const [given, setGiven] = useState('')
  const { data, error } = useCall(getListViews, {}, { isEnabled: isOpen })
  const views = data?.records.filter((view) => view.list === list) ?? []
  const remove = useWrite(deleteListView)
  const save = useWrite(saveListView, {
    done: '视图已保存',
    onDone: () => {
      setNaming(false)
      setGiven('')
    },
  })
  const removeView = async (named: string): Promise<void> => {
    const isSure = await confirm({
      title: `删除视图「${named}」？`,
      text: '在你登录的每个浏览器中都不再有它，不能恢复。',
      confirm: '删除',
      isDestructive: true,
    })
    if (isSure) remove.mutate({ list, name: named })
  }
  const name = given.trim()
  const submit = (): void => {
    if (name !== '' && !save.isPending) save.mutate({ list, name, query: new URLSearchParams(state).toString() })
  }
  const note = data ? '还没有保存的视图' : error ? messageOf(error) : '正在读取…'
  return (
    <>
      <Menu.Root open={isOpen} onOpenChange={setOpen}>
        <Menu.Trigger render={<Button icon="layers">视图</Button>} />
        <Menu.Portal>
          <Menu.Positioner className={styles.positioner} sideOffset={4} align="end">
            <Menu.Popup className={styles.menu}>
              {views.length === 0 && <p className={styles.menuNote}>{note}</p>}
              {views.map((view) => (
                <div key={view.name} className={styles.viewRow}>
                  <Menu.Item
                    className={styles.menuItem}
                    onClick={() => onChoose(Object.fromEntries(new URLSearchParams(view.query)))}
                  >
                    {view.name}
                  </Menu.Item>
                  <Menu.Item
                    className={styles.remove}
                    aria-label={`删除视图「${view.name}」`}
                    onClick={() => void removeView(view.name)}
                  >
                    <Icon name="trash" size={16} />
                  </Menu.Item>
                </div>
              ))}
              <Menu.Separator className={styles.separator} />
              <Menu.Item
                className={styles.menuItem}
                disabled={Object.keys(state).length === 0}
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
        description="视图记下当前的搜索、筛选和排序，在你登录的每个浏览器中都能使用。"
        isOpen={isNaming}
        onClose={() => setNaming(false)}
        actions={
          <Button tone="primary" disabled={name === ''} isBusy={save.isPending} onClick={submit}>
            {views.some((view) => view.name === name) ? '替换同名视图' : '保存'}
          </Button>
        }
      >
        <input
          className={styles.nameInput}
          aria-label="视图名称"
          placeholder="视图名称"
          maxLength={LIST_VIEW_NAME_CHARACTERS}
          value={given}
          onChange={(event) => setGiven(event.target.value)}
          // The Enter that ends a word of an input method saves nothing.
          onKeyDown={(event) => event.key === 'Enter' && !event.nativeEvent.isComposing && submit()}
        />
      </Dialog>
    </>
  )
}
