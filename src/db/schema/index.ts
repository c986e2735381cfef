export * from './auth.ts'
export * from './chat.ts'
export * from './clients.ts'
export * from './flows.ts'
