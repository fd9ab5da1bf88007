// As much of a test runner as this needs.
import assert from "node:assert/strict";

const tests = [];

export const test = (name, body) => tests.push({ name, body });
export { assert };

export async function run(part) {
  let failed = 0, ran = 0;
  const begun = Date.now();
  for (const { name, body } of tests) {
    if (!name.includes(part)) continue;
    const start = Date.now();
    ran++;
    try {
      await body();
      console.log(`ok      ${name} (${Date.now() - start} ms)`);
    } catch (error) {
      failed++;
      console.log(`FAILED  ${name}\n${error.stack ?? error}`);
    }
  }
  console.log(`${ran - failed} of ${ran} passed in ${((Date.now() - begun) / 1000).toFixed(1)} s`);
  return failed || !ran;
}

/** Tries until it holds; what it last said is the failure. */
export async function eventually(check, milliseconds = 8000) {
  const end = Date.now() + milliseconds;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  }
}
