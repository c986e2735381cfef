export { type App, type AppDeps, createApp } from './app.ts'
export type { Callers } from './callers.ts'
