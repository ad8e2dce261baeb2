import { indexPath, surveyDocuments } from "./index-documents.js";
import { mendTypos } from "./mend-typos.js";
import { type Step, workThrough } from "./plan.js";
import { readWhole } from "./read-whole.js";
import { markersPath, reportMarkers } from "./report-markers.js";
import { call, type Script } from "./script.js";

const ownFiles = [indexPath, markersPath];

// Typos come first: what is indexed and quoted is then as it will be.
const jobs = [
  { words: /typo|mend|spelling/i, steps: typoSteps },
  { words: /document|index|survey/i, steps: indexSteps },
  { words: /mark|unfinished|report/i, steps: markerSteps },
];

/** Whether the words of a task ask for one of the jobs. */
export function isScriptedTask(task: string): boolean {
  return jobs.some(({ words }) => words.test(task));
}

/** Does the jobs that the words of a task ask for. */
export function* doTask(task: string): Script<string> {
  if (!isScriptedTask(task))
    return "I am a script: I can index documents, report what is marked, and mend marked typos.";
  const steps = jobs.filter(({ words }) => words.test(task)).flatMap((job) => job.steps());
  const reports = yield* workThrough("I am a script, and work by a plan.", steps);
  return `Done. ${reports.filter(Boolean).join(" ")}`;
}

function indexSteps(): Step[] {
  let index = "";
  return [
    {
      title: "Read the documents",
      *work() {
        const survey = yield* surveyDocuments(ownFiles);
        index = survey.index;
        return survey.report;
      },
    },
    { title: `Write ${indexPath}`, work: () => writeAndCheck(indexPath, () => index) },
  ];
}

function markerSteps(): Step[] {
  let markers = "";
  return [
    {
      title: "Find what is marked as unfinished",
      *work() {
        const survey = yield* reportMarkers(ownFiles);
        markers = survey.markers;
        return survey.report;
      },
    },
    { title: `Write ${markersPath}`, work: () => writeAndCheck(markersPath, () => markers) },
  ];
}

function typoSteps(): Step[] {
  return [{ title: "Mend the marked typos", work: () => mendTypos(ownFiles) }];
}

/** Writes a file and reads it back: what counts is what the store holds now, not what was sent. */
function* writeAndCheck(path: string, content: () => string): Script<string> {
  const wanted = content();
  const written = yield* call("", "write_file", { path, content: wanted });
  if (written.isError) return `${path} could not be written: ${written.text}`;
  const [file] = yield* readWhole(`I read ${path} back.`, [path]);
  const same = file?.lines.join("\n") === wanted.replace(/\n$/, "");
  return same ? `${path} is written and reads back as it should.` : `${path} does not read back as it was written.`;
}
