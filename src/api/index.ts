export { type App, type AppDeps, createApp } from './app.ts'
export type { Callers } from './callers.ts'
export { createDashboard, type Dashboard } from './dashboard.ts'
export { createStartInfoPage } from './start-info.ts'
