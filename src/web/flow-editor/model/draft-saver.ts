import type { FlowDocument } from './graph.ts'
import { createStore, type Store } from './store.ts'

/** A flow as the service has it; `base` names that state, so that a save can tell whether it is still the same. */
export interface StoredFlow {
  document: FlowDocument
  base: string
}

export type SaveResult =
  | { kind: 'saved'; base: string }
  /** Somebody else changed the flow since `base`. */
  | { kind: 'conflict'; theirs: StoredFlow }
  /** Not reached, or busy: worth another attempt. */
  | { kind: 'unreachable' }
  /** The service does not take it as it is; a change may mend that. */
  | { kind: 'refused'; message: string }

export type SaveStatus =
  | { kind: 'saved' }
  | { kind: 'unsaved' }
  | { kind: 'saving' }
  | { kind: 'retrying' }
  | { kind: 'refused'; message: string }
  | { kind: 'conflict'; theirs: StoredFlow }

/** A document that the service may not have; `sent` are those it may have stored without an answer that came. */
export interface KeptFlow extends StoredFlow {
  sent?: readonly FlowDocument[]
}

/** Where an unsaved document survives a reload. */
export interface LocalCopy {
  read: () => KeptFlow | undefined
  write: (copy: KeptFlow) => void
  clear: () => void
}

export interface DraftPort {
  save: (document: FlowDocument, base: string) => Promise<SaveResult>
  local: LocalCopy
  /** Whether two documents would be saved as the same flow. */
  isSame: (a: FlowDocument, b: FlowDocument) => boolean
  /** Runs something later; the answer takes it back. */
  later: (run: () => void, afterMs: number) => () => void
}

const SAVE_AFTER_MS = 1_000
const COPY_AFTER_MS = 150
const FIRST_RETRY_MS = 2_000
const LAST_RETRY_MS = 30_000
/** Attempts without an answer of which the service may have stored any. */
const MAX_SENT = 3

/**
 * Saves a draft while it is edited: a moment after the last change, again and again while the service is away, and
 * into a copy of this browser until the service has it. Stops at a conflict, which a person must settle.
 */
export class DraftSaver {
  readonly status: Store<SaveStatus>
  private document: FlowDocument
  private base: string
  private savedDocument: FlowDocument | null
  private sent: readonly FlowDocument[] = []
  private isSaving = false
  private retryMs = FIRST_RETRY_MS
  private cancelSave: () => void = () => {}
  private cancelCopy: (() => void) | null = null
  private isClosed = false
  private readonly port: DraftPort

  constructor(stored: StoredFlow, port: DraftPort) {
    this.document = stored.document
    this.savedDocument = stored.document
    this.base = stored.base
    this.port = port
    this.status = createStore<SaveStatus>({ kind: 'saved' })
  }

  /**
   * Takes up what this browser kept from an earlier visit. Answers the document to edit: the kept one when the
   * service's has not changed since, but by a save of that visit. When it has, the conflict is shown and the kept one edited
   * until it is settled.
   */
  restore(): FlowDocument {
    const { isSame, local } = this.port
    const kept = local.read()
    if (!kept || isSame(kept.document, this.document)) {
      this.port.local.clear()
      return this.document
    }
    const theirs: StoredFlow = { document: this.document, base: this.base }
    this.document = kept.document
    this.savedDocument = null
    this.sent = kept.sent ?? []
    if (kept.base === this.base || this.isOwn(theirs)) this.plan(SAVE_AFTER_MS)
    else this.status.set({ kind: 'conflict', theirs })
    return kept.document
  }

  /** The document after a change. */
  note(document: FlowDocument): void {
    if (document === this.document) return
    this.document = document
    this.copySoon()
    if (this.status.get().kind === 'conflict') return
    if (!this.isSaving) this.plan(SAVE_AFTER_MS)
  }

  /** Saves at once, for example before publishing; answers whether everything is with the service. */
  async flush(): Promise<boolean> {
    this.cancelSave()
    if (this.status.get().kind === 'conflict') return false
    while (!this.isSaving && this.document !== this.savedDocument) {
      if (!(await this.save())) return false
    }
    return this.document === this.savedDocument
  }

  /** The connection is back, or the person asks for it. */
  retryNow(): void {
    if (this.status.get().kind !== 'retrying') return
    this.retryMs = FIRST_RETRY_MS
    this.plan(0)
  }

  /** Keeps the present document over theirs. */
  keepMine(): void {
    const status = this.status.get()
    if (status.kind !== 'conflict') return
    this.base = status.theirs.base
    this.plan(0)
  }

  /** Takes theirs; answers it. What was here is given up. */
  takeTheirs(): FlowDocument | undefined {
    const status = this.status.get()
    if (status.kind !== 'conflict') return undefined
    this.adopt(status.theirs)
    return status.theirs.document
  }

  /** The service has another state that is to be edited from now on, for example after a roll-back. */
  adopt({ document, base }: StoredFlow): void {
    this.cancelSave()
    this.dropCopy()
    this.document = document
    this.savedDocument = document
    this.base = base
    this.sent = []
    this.status.set({ kind: 'saved' })
  }

  /** The service changed what is no part of the document, for example its status. */
  rebase(base: string): void {
    if (this.status.get().kind !== 'conflict') this.base = base
  }

  /** Writes the local copy now: the page is about to go. */
  copyNow(): void {
    if (!this.cancelCopy) return
    this.cancelCopy()
    this.cancelCopy = null
    const { document, base, sent } = this
    this.port.local.write({ document, base, ...(sent.length > 0 && { sent }) })
  }

  close(): void {
    this.copyNow()
    this.cancelSave()
    this.isClosed = true
  }

  private plan(afterMs: number): void {
    this.cancelSave()
    if (this.status.get().kind !== 'retrying') this.status.set({ kind: 'unsaved' })
    this.cancelSave = this.port.later(() => void this.save(), afterMs)
  }

  private copySoon(): void {
    if (this.cancelCopy) return
    this.cancelCopy = this.port.later(() => this.copyNow(), COPY_AFTER_MS)
  }

  private dropCopy(): void {
    this.cancelCopy?.()
    this.cancelCopy = null
    this.port.local.clear()
  }

  private async save(): Promise<boolean> {
    if (this.isSaving || this.isClosed) return false
    this.cancelSave()
    const { document } = this
    this.sent = [...this.sent.filter((earlier) => earlier !== document), document].slice(-MAX_SENT)
    this.isSaving = true
    this.status.set({ kind: 'saving' })
    const result = await this.port.save(document, this.base)
    this.isSaving = false
    return this.finish(result, document)
  }

  /** Whether the service has what was sent from here, and only the answer was lost. */
  private isOwn({ document }: StoredFlow): boolean {
    return this.sent.some((sent) => this.port.isSame(sent, document))
  }

  private finish(result: SaveResult, document: FlowDocument): boolean {
    switch (result.kind) {
      case 'saved':
        this.base = result.base
        this.sent = []
        this.savedDocument = document
        this.retryMs = FIRST_RETRY_MS
        if (this.document === document) {
          this.dropCopy()
          this.status.set({ kind: 'saved' })
        } else {
          this.copySoon()
          this.plan(SAVE_AFTER_MS)
        }
        return true
      case 'conflict':
        if (this.isOwn(result.theirs)) {
          this.base = result.theirs.base
          if (this.port.isSame(result.theirs.document, document))
            return this.finish({ kind: 'saved', base: this.base }, document)
          this.plan(0)
          return true
        }
        this.copySoon()
        this.status.set({ kind: 'conflict', theirs: result.theirs })
        return false
      case 'refused':
        this.status.set({ kind: 'refused', message: result.message })
        if (this.document !== document) this.plan(SAVE_AFTER_MS)
        return false
      case 'unreachable':
        this.status.set({ kind: 'retrying' })
        this.plan(this.retryMs)
        this.retryMs = Math.min(this.retryMs * 2, LAST_RETRY_MS)
        return false
    }
  }
}
