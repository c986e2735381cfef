/** Notes have a colour of their own wherever they are read or written: it is that of nothing a contact sees. */
export const NOTE_COLOURS = 'border border-warn/40 bg-warn-soft'
