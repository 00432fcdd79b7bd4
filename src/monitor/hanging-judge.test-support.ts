import { judgeContent } from './judged.ts';
import { serveJudge } from './serve-judge.ts';

// A judge that never comes back from some messages, as a parser with a fault would
serveJudge(process, async (job, context, proof) => {
  const text = 'bytes' in job.content ? new TextDecoder().decode(job.content.bytes) : '';
  while (text.includes('hang forever'));
  const kept: string[] = [];
  while (text.includes('eat memory')) kept.push(`${Math.random()}`.repeat(1000) + kept.length);
  if (text.includes('fall over')) throw new Error('it fell over');
  return judgeContent(job, context, proof);
});
