import { Dialog } from '@base-ui/react/dialog'
import { useNavigate } from '@tanstack/react-router'
import { searchEverything } from '@yunji/contract/operator/overview-calls'
import type { OperatorRight } from '@yunji/contract/wire/operator-roles'
import { type KeyboardEvent, useEffect, useId, useMemo, useState } from 'react'
import { useCall } from '../api/query.ts'
import { leaveSession } from '../session/log-out.ts'
import { useSelf } from '../session/self.ts'
import { classes } from '../ui/classes.ts'
import { Icon } from '../ui/icon.tsx'
import type { IconName } from '../ui/icons.ts'
import { money } from '../ui/money.ts'
import { areasFor } from './areas.ts'
import styles from './shell.module.css'
import { chooseTheme } from './theme.ts'

interface Command {
  readonly id: string
  readonly title: string
  readonly note: string
  readonly icon: IconName
  readonly words: string
  readonly run: () => void
}

/** Pages with a form for a new record, which opens with `new` in the address. */
const creations: readonly (readonly [path: string, title: string, right: OperatorRight])[] = [
  ['/coupons', '新建优惠券模板', 'marketing.write'],
  ['/code-batches', '生成激活码', 'marketing.write'],
  ['/activities', '新建活动', 'marketing.write'],
  ['/big-users', '新建协议价清单', 'marketing.write'],
  ['/notices', '新建公告', 'messages.send'],
  ['/articles', '新建常见问题', 'content.write'],
  ['/agreements', '写协议草稿', 'content.write'],
  ['/trials', '退回试用', 'users.write'],
  ['/canned-answers', '新建常用回复', 'tickets.answer'],
  ['/goods', '新建型号', 'goods.write'],
  ['/phones', '接入云手机', 'phones.write'],
  ['/stock', '新建机房', 'stock.write'],
  ['/maintenance', '登记维护', 'devices.act'],
  ['/operators', '新建运营人员', 'operators.write'],
]

const useCommands = (): Command[] => {
  const { rights } = useSelf()
  const navigate = useNavigate()
  return useMemo(() => {
    const pages = areasFor(rights).flatMap((area) =>
      area.pages.map(({ path, title, words = '' }) => ({
        id: path,
        title,
        note: area.title,
        icon: area.icon,
        words: `${title} ${area.title} ${words} ${path}`.toLowerCase(),
        run: () => void navigate({ to: path }),
      })),
    )
    const act = (id: string, title: string, icon: IconName, run: () => void): Command => ({
      id,
      title,
      note: '操作',
      icon,
      words: `${title} ${id}`.toLowerCase(),
      run,
    })
    return [
      ...pages,
      ...creations
        .filter(([, , right]) => rights.includes(right))
        .map(([path, title]) =>
          act(`new ${path}`, title, 'plus', () => void navigate({ to: path, search: { new: '1' } as never })),
        ),
      act('light', '切换到浅色', 'eye', () => chooseTheme('light')),
      act('dark', '切换到深色', 'eye', () => chooseTheme('dark')),
      act('logout', '退出登录', 'logOut', () => leaveSession()),
    ]
  }, [rights, navigate])
}

const SEARCH_CHARACTERS = 2
const TYPING_PAUSE_MS = 250

interface Found {
  readonly records: readonly Command[]
  readonly isSearching: boolean
  readonly hasFailed: boolean
}

/** Users, orders and devices that the server finds for a text. */
const useFound = (typed: string): Found => {
  const navigate = useNavigate()
  const text = typed.trim()
  const [searched, setSearched] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSearched(text), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  const found = useCall(searchEverything, { text: searched }, { isEnabled: searched.length >= SEARCH_CHARACTERS })
  const data = searched.length >= SEARCH_CHARACTERS ? found.data : undefined
  const command = (to: string, id: number, title: string, note: string, icon: IconName): Command => ({
    id: `${to}-${id}`,
    title,
    note,
    icon,
    words: '',
    run: () => void navigate({ to, search: { open: String(id) } as never }),
  })
  const records = [
    ...(data?.users ?? []).map(({ userId, name, maskedPhone }) =>
      command('/users', userId, `${name} ${maskedPhone}`, `用户 #${userId}`, 'users'),
    ),
    ...(data?.devices ?? []).map(({ deviceId, name, zoneName }) =>
      command('/devices', deviceId, `${name} · ${zoneName}`, `设备 #${deviceId}`, 'phone'),
    ),
    ...(data?.orders ?? []).map(({ orderId, title, payableCents }) =>
      command('/orders', orderId, `${title} ${money(payableCents)}`, `订单 #${orderId}`, 'order'),
    ),
  ]
  const isSearching = text.length >= SEARCH_CHARACTERS && (text !== searched || found.isFetching)
  return { records, isSearching, hasFailed: found.isError }
}

const IS_MAC = /mac|iphone|ipad/i.test(navigator.platform)

/** Records that the bar finds, with the right to see them. */
const searched: readonly (readonly [OperatorRight, string])[] = [
  ['devices.read', '设备'],
  ['orders.read', '订单'],
  ['users.read', '手机号'],
]

export function CommandBar() {
  const [isOpen, setOpen] = useState(false)
  const { rights } = useSelf()
  const found = searched.flatMap(([right, name]) => (rights.includes(right) ? [name] : []))
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      <button type="button" className={styles.search} onClick={() => setOpen(true)}>
        <Icon name="search" size={16} />
        <span>{found.length > 0 ? `搜索${found.join('、')}` : '搜索页面'}</span>
        <kbd>{IS_MAC ? '⌘ K' : 'Ctrl K'}</kbd>
      </button>
      <Dialog.Root open={isOpen} onOpenChange={setOpen}>
        <Dialog.Portal>
          <Dialog.Backdrop className={styles.backdrop} />
          <Dialog.Popup className={styles.palette} aria-label="搜索页面和操作">
            <Palette onDone={() => setOpen(false)} />
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    </>
  )
}

function Palette({ onDone }: { readonly onDone: () => void }) {
  const commands = useCommands()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const listId = useId()
  const parts = text.toLowerCase().split(/\s+/).filter(Boolean)
  const { records, isSearching, hasFailed } = useFound(text)
  const found = [...commands.filter(({ words }) => parts.every((part) => words.includes(part))), ...records]
  const status = isSearching ? '正在查找…' : hasFailed ? '查找失败，请再试一次' : found.length === 0 ? '没有找到' : ''
  const run = (command: Command | undefined): void => {
    if (!command) return
    onDone()
    command.run()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (move !== undefined && found.length > 0) {
      event.preventDefault()
      const next = (at + move + found.length) % found.length
      setAt(next)
      document.getElementById(`${listId}-${found[next]?.id}`)?.scrollIntoView({ block: 'nearest' })
    }
    // The Enter that ends a word of an input method chooses nothing.
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) run(found[at])
  }
  return (
    <>
      <div className={styles.paletteInput}>
        <Icon name="search" />
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={found[at] && `${listId}-${found[at].id}`}
          aria-label="搜索页面和操作"
          placeholder="编号、手机号、名称，或页面和操作"
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <ul id={listId} role="listbox" aria-label="结果" className={styles.paletteList}>
        {found.map((command, index) => (
          <li
            key={command.id}
            id={`${listId}-${command.id}`}
            role="option"
            aria-selected={index === at}
            className={classes(styles.paletteItem, index === at && styles.paletteCurrent)}
            onPointerMove={() => setAt(index)}
            onClick={() => run(command)}
          >
            <Icon name={command.icon} />
            {command.title}
            <small>{command.note}</small>
          </li>
        ))}
      </ul>
      <p role="status" className={styles.paletteStatus}>
        {status}
      </p>
    </>
  )
}
