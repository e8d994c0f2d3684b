import type { Span } from '../draw/box.ts'
import type { Pen } from '../draw/pen.ts'
import type { TypedKey } from '../input/keys.ts'
import type { Scroller } from '../input/scroller.ts'
import type { App, Target } from '../layer.ts'
import type { AppInfo, Note } from '../types.ts'
import type { Ui } from '../ui.ts'
import { NoteEditor } from './note-editor.ts'
import { NoteList } from './note-list.ts'

const MAX_NOTES = 500

/** Notes: a list of cards and an editor; every change is kept at once. */
export class Notes implements App {
  readonly packageName: string
  readonly label: string
  readonly #ui: Ui
  readonly #list: NoteList
  #notes: readonly Note[]
  #editor: NoteEditor | null = null

  constructor(ui: Ui, { packageName, label }: AppInfo) {
    this.#ui = ui
    this.packageName = packageName
    this.label = label
    this.#notes = ui.host.loadNotes()
    this.#list = new NoteList(ui, {
      notes: () => this.#notes,
      open: (note) => this.#edit(note),
      create: () => this.#create(),
    })
  }

  isDark(): boolean {
    return false
  }

  show(): void {
    if (!this.#editor) this.#notes = this.#ui.host.loadNotes()
  }

  back(): boolean {
    if (!this.#editor) return false
    this.#closeEditor()
    return true
  }

  scrollerAt(): Scroller {
    return this.#editor?.scroller ?? this.#list.scroller
  }

  targets(): readonly Target[] {
    return this.#editor?.targets() ?? this.#list.targets()
  }

  draw(pen: Pen, rows: Span): void {
    if (this.#editor) this.#editor.draw(pen, rows)
    else this.#list.draw(pen, rows)
  }

  key(key: TypedKey): void {
    this.#editor?.key(key)
  }

  text(text: string): void {
    if (!this.#editor) this.#create()
    this.#editor?.insert(text)
  }

  copy(): string | null {
    return this.#editor?.text ?? null
  }

  resized(): void {
    this.#editor?.resized()
  }

  #create(): void {
    if (this.#notes.length >= MAX_NOTES) return
    const at = this.#ui.host.now().getTime()
    this.#edit({ id: `${at}-${this.#notes.length}`, text: '', editedAt: at })
  }

  #edit(note: Note): void {
    this.#editor = new NoteEditor(this.#ui, note.text, {
      goBack: () => this.#closeEditor(),
      remove: () => this.#remove(note.id),
      changed: (text) => this.#keep({ id: note.id, text, editedAt: this.#ui.host.now().getTime() }),
    })
    this.#ui.damage()
  }

  #keep(note: Note): void {
    this.#save([note, ...this.#notes.filter(({ id }) => id !== note.id)])
  }

  #remove(noteId: string): void {
    this.#save(this.#notes.filter(({ id }) => id !== noteId))
    this.#editor = null
    this.#ui.damage()
  }

  #closeEditor(): void {
    this.#editor = null
    const written = this.#notes.filter(({ text }) => text.trim() !== '')
    if (written.length !== this.#notes.length) this.#save(written)
    this.#ui.damage()
  }

  #save(notes: readonly Note[]): void {
    this.#notes = notes
    this.#ui.host.saveNotes(notes)
  }
}
