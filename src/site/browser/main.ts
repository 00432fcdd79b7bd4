import { byId } from './elements.ts';
import type { PageData } from './page-data.ts';
import { Validator } from './validator.ts';

// The only place of the page that knows what time it is
const data = JSON.parse(byId('data', HTMLScriptElement).text) as PageData;
void new Validator(data, () => Date.now()).start();
