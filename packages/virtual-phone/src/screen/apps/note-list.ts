import { type Box, meets, type Span } from '../draw/box.ts'
import { Colour } from '../draw/colours.ts'
import { localise } from '../draw/fonts.ts'
import type { Pen } from '../draw/pen.ts'
import { Scroller } from '../input/scroller.ts'
import type { Layer, Target } from '../layer.ts'
import { timeAgoText } from '../time.ts'
import type { Note } from '../types.ts'
import { NAVIGATION_DP, type Ui } from '../ui.ts'
import { contentBox, drawHeader, END_DP, fillPage, GUTTER_DP, moveContent, visibleTargets } from './kit.ts'

const CARD_DP = 92
const GAP_DP = 12
const BUTTON_DP = 60

export interface NoteListActions {
  notes(): readonly Note[]
  open(note: Note): void
  create(): void
}

export class NoteList implements Layer {
  readonly scroller: Scroller
  readonly #ui: Ui
  readonly #actions: NoteListActions

  constructor(ui: Ui, actions: NoteListActions) {
    this.#ui = ui
    this.#actions = actions
    this.scroller = new Scroller({
      ui,
      viewport: () => contentBox(ui),
      contentLength: () => actions.notes().length * (CARD_DP + GAP_DP) + END_DP + BUTTON_DP,
      onMove: (by) => moveContent(ui, this.scroller, by, { bottom: this.#button().y }),
    })
  }

  targets(): readonly Target[] {
    const cards = this.#cards().map(
      ({ note, box }): Target => ({ box, radius: 16, tap: () => this.#actions.open(note) }),
    )
    const button: Target = {
      box: this.#button(),
      radius: BUTTON_DP / 2,
      isOnDark: true,
      tap: () => this.#actions.create(),
    }
    return [...visibleTargets(cards, contentBox(this.#ui)), button]
  }

  draw(pen: Pen, rows: Span): void {
    fillPage(pen, this.#ui, rows)
    const cards = this.#cards()
    for (const { note, box } of cards) if (meets(rows, box.y, box.height)) this.#drawCard(pen, note, box)
    if (cards.length === 0) this.#drawEmpty(pen)
    if (meets(rows, 0, contentBox(this.#ui).y)) drawHeader(pen, this.#ui, { title: localise('便签', 'Notes') })
    const button = this.#button()
    if (!meets(rows, button.y, button.height)) return
    pen.box(button, '#F5AE22', BUTTON_DP / 2)
    pen.icon('plus', button.x + 17, button.y + 17, 26, '#FFFFFF')
  }

  #drawCard(pen: Pen, note: Note, box: Box): void {
    const [title = '', ...rest] = note.text.split('\n').filter((line) => line.trim() !== '')
    pen.box(box, Colour.surface, 16)
    pen.box({ x: box.x, y: box.y + 18, width: 3, height: 18 }, '#F5AE22', 1.5)
    const maxWidth = box.width - 36
    pen.text(title, box.x + 18, box.y + 27, { sizeDp: 16.5, weight: 600, colour: Colour.ink, maxWidth })
    const body = rest.join(' ') || localise('没有更多文字', 'No further text')
    pen.text(body, box.x + 18, box.y + 51, { sizeDp: 14, colour: Colour.inkBody, maxWidth })
    pen.text(timeAgoText(this.#ui.host, note.editedAt), box.x + 18, box.y + 73, { sizeDp: 12, colour: Colour.inkSoft })
  }

  #drawEmpty(pen: Pen): void {
    const { width, height } = this.#ui.size()
    pen.icon('note', width / 2 - 30, height * 0.4 - 66, 60, Colour.inkFaint)
    const style = { sizeDp: 15, colour: Colour.inkSoft, align: 'center' } as const
    pen.text(localise('记下第一条便签', 'Write your first note'), width / 2, height * 0.4 + 14, style)
  }

  #cards(): { note: Note; box: Box }[] {
    const { y, width } = contentBox(this.#ui)
    return this.#actions.notes().map((note, index) => ({
      note,
      box: {
        x: GUTTER_DP,
        y: y + 4 + index * (CARD_DP + GAP_DP) - this.scroller.offset,
        width: width - 2 * GUTTER_DP,
        height: CARD_DP,
      },
    }))
  }

  #button(): Box {
    const { width, height } = this.#ui.size()
    return {
      x: width - BUTTON_DP - 20,
      y: height - BUTTON_DP - NAVIGATION_DP - 16,
      width: BUTTON_DP,
      height: BUTTON_DP,
    }
  }
}
