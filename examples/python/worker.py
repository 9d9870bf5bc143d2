#!/usr/bin/env python3
"""A Baton worker in Python, with the standard library alone.

It registers at a server, asks for runs, executes them, and reports how they ended: handlers written in Python (jobs
with command = { handler = "NAME" }) and shell commands.

    BATON_SERVER=http://127.0.0.1:7070 BATON_TOKEN=btn_... python3 worker.py
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from datetime import datetime, timezone

CAPACITY = 4
HANDLERS = {}


def handler(name):
    """Registers a function as the handler of a name. It is given a Run, and returns the run's output."""
    return lambda function: HANDLERS.setdefault(name, function)


class Failed(Exception):
    """The server answered with a status that is no success."""

    def __init__(self, status, text):
        super().__init__(f"{status}: {text}")
        self.status = status


class Run:
    """One attempt at one run, with its lease."""

    def __init__(self, worker, assignment):
        self.worker, self.lease = worker, assignment["lease"]
        self.info, self.command, self.inputs = assignment["run"], assignment["command"], assignment["inputs"]
        self.parameters, self.item = self.inputs["parameters"], self.inputs.get("item")
        self.progress, self.stopped, self.process = None, threading.Event(), None

    def log(self, text, stream="stdout"):
        now = datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        entry = {"time": now, "stream": stream, "text": text}
        self.worker.post("log", worker=self.worker.id, lease=self.lease, entries=[entry])

    def stop(self):
        self.stopped.set()
        if self.process:
            os.killpg(self.process.pid, signal.SIGTERM)

    def environment(self, output):
        """The variables that a shell command finds, made from what the server sent."""
        name = lambda text: "".join(c if c.isalnum() else "_" for c in text).upper()
        text = lambda value: value if isinstance(value, str) else json.dumps(value)
        found = {key: os.environ[key] for key in ("PATH", "HOME", "LANG", "TZ") if key in os.environ}
        found.update(self.inputs["environment"])
        found.update(BATON_RUN_ID=self.info["id"], BATON_EXECUTION_ID=self.info["execution_id"],
                     BATON_JOB=self.info["job"], BATON_ATTEMPT=str(self.info["attempt"]),
                     BATON_SCHEDULED_TIME=self.info["scheduled_time"], BATON_OUTPUT=output)
        found.update({"BATON_PARAM_" + name(key): text(value) for key, value in self.parameters.items()})
        for step, value in self.inputs["outputs"].items():
            found["BATON_OUTPUT_" + name(step)] = text(value)
            if isinstance(value, dict):
                found.update({f"BATON_OUTPUT_{name(step)}_{name(k)}": text(v) for k, v in value.items()})
        if self.item:
            found[self.item["variable"]] = text(self.item["value"])
        return found


def run_shell(run):
    with tempfile.TemporaryDirectory() as folder:
        output = os.path.join(folder, "output")
        open(output, "w").close()
        run.process = subprocess.Popen(
            [run.command["shell"], "-c", run.command["line"]], cwd=run.command.get("directory"),
            env=run.environment(output), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            start_new_session=True)
        for line in run.process.stdout:
            run.log(line.rstrip("\n"))
        code = run.process.wait()
        written = open(output).read().strip()
    if code in run.command["success_codes"]:
        return {"outcome": "success", "exit_code": code, "output": parse(written)}
    return {"outcome": "failure", "exit_code": code, "message": f"the command ended with exit code {code}"}


def parse(written):
    """What a command wrote to BATON_OUTPUT: one JSON value, or lines of key=value."""
    try:
        return json.loads(written)
    except ValueError:
        return dict(line.split("=", 1) for line in written.splitlines() if "=" in line) or None


def seconds(text):
    return float(text[:-2]) / 1000 if text.endswith("ms") else float(text[:-1])


class Worker:
    def __init__(self, server, token, name="python", queues=()):
        self.server, self.token, self.name, self.queues = server.rstrip("/"), token, name, list(queues)
        self.id, self.runs, self.draining = None, {}, False
        self.beat, self.room = 3.0, threading.Semaphore(CAPACITY)

    def post(self, action, **body):
        request = urllib.request.Request(
            f"{self.server}/api/v1/workers/{action}", json.dumps(body).encode(),
            {"Authorization": "Bearer " + self.token, "Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=40) as answer:
                return json.loads(answer.read() or b"null")
        except urllib.error.HTTPError as error:
            raise Failed(error.code, error.read().decode()) from None

    def register(self):
        answer = self.post("register", name=self.name, queues=self.queues, labels=[], kinds=["shell", "java"],
                           handlers=list(HANDLERS), capacity=CAPACITY, version="1")
        self.id, self.beat = answer["worker"], seconds(answer["heartbeat"])

    def heartbeats(self):
        """Names all runs that this worker has, again and again: one that is not named goes to another worker."""
        while True:
            time.sleep(self.beat)
            running = [{"lease": run.lease} for run in list(self.runs.values())]
            try:
                answer = self.post("heartbeat", worker=self.id, running=running)
                self.draining = answer["draining"]
                for lease in answer["stop"] + answer["lost"]:
                    if lease in self.runs:
                        self.runs[lease].stop()
            except (Failed, OSError) as error:
                print("no heartbeat:", error, file=sys.stderr)

    def execute(self, run):
        try:
            result = run_shell(run) if run.command["kind"] == "shell" else \
                {"outcome": "success", "output": HANDLERS[run.command["handler"]](run)}
            if run.stopped.is_set():
                result = {"outcome": "stopped"}
        except Exception as error:  # a handler may throw anything; the run fails with it
            result = {"outcome": "failure", "message": f"{type(error).__name__}: {error}"}
        self.finish(run, result)
        self.runs.pop(run.lease, None)
        self.room.release()

    def finish(self, run, result):
        """Delivers a result until the server has it. 404 and 409 say that the run is another's by now."""
        pause = 0.2
        while True:
            try:
                return self.post("finish", worker=self.id, lease=run.lease, result=result)
            except (Failed, OSError) as error:
                if isinstance(error, Failed) and error.status in (400, 401, 403, 404, 409):
                    return print("not reported:", error, file=sys.stderr)
                time.sleep(pause := min(pause * 2, 5))

    def serve(self):
        self.register()
        threading.Thread(target=self.heartbeats, daemon=True).start()
        print(f"Worker {self.name} takes runs from {self.server}. Stop it with Ctrl-C.", flush=True)
        while self.room.acquire():
            while self.draining:
                time.sleep(1)
            try:
                claimed = self.post("claim", worker=self.id, most=1, patience="20s")["assignments"]
            except (Failed, OSError) as error:
                claimed = []
                if isinstance(error, Failed) and error.status == 404:
                    self.register()
                time.sleep(1)
            for assignment in claimed:
                run = Run(self, assignment)
                self.runs[run.lease] = run
                threading.Thread(target=self.execute, args=[run]).start()
            if not claimed:
                self.room.release()


@handler("greet")
def greet(run):
    name = run.parameters.get("name", "world")
    run.log(f"greeting {name}")
    return {"greeting": f"Hello, {name}!"}


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    worker = Worker(os.environ["BATON_SERVER"], os.environ["BATON_TOKEN"], queues=sys.argv[1:])
    try:
        worker.serve()
    except KeyboardInterrupt:
        worker.post("leave", worker=worker.id)
