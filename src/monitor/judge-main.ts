import { serveJudge } from './serve-judge.ts';

serveJudge(process);
