// SPDX-License-Identifier: MIT
/// \file
/// Long jobs that run in their own thread, with progress reports to Python and interruption by Python.
#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "../../gen/jobs/jobs.hpp"
#include "errors.hpp"

namespace mexbase::python {

/// Link between a job's thread and the thread that runs Python.
class JobControl {
  public:
    /// Reports progress to Python. Throws `Error{interrupted}` if Python has stopped the job.
    void tell(std::string_view phase, std::uint64_t done, std::uint64_t total) {
        check();
        const std::scoped_lock lock(mutex_);
        phase_ = phase, done_ = done, total_ = total, news_ = true;
    }
    void check() const {
        if (stop_.load(std::memory_order_relaxed)) throw Error(ErrorCode::interrupted, "the job was interrupted");
    }
    /// Waits until Python has received all reports. Throws `Error{interrupted}` if Python has stopped the job. Call it
    /// before an irreversible step.
    void flush_progress() {
        std::unique_lock lock(mutex_);
        settling_ = true;
        changed_.notify_all();
        changed_.wait(lock, [this] { return !settling_; });
        check();
    }
    ProgressSink sink() {
        return [this](std::string_view phase, std::uint64_t done, std::uint64_t total) { tell(phase, done, total); };
    }

  private:
    template <class F>
    friend void run_job(const py::object& progress, const std::shared_ptr<RaisedError>& kept, F&& job);

    std::mutex mutex_;
    std::condition_variable changed_;
    std::string phase_;
    std::uint64_t done_ = 0, total_ = 0;
    bool news_ = false, settling_ = false, finished_ = false;
    std::atomic<bool> stop_ = false;
};

/// Runs `job(control)` in a new thread without the interpreter's lock. Until the job ends, the calling thread handles
/// signals and periodically calls `progress(phase, done, total)`, unless `progress` is None. The calling thread must
/// have the lock. If a signal handler or `progress` raises, the job is stopped and the exception is thrown after the
/// job has ended. Otherwise throws the job's exception. If it was caused by a Python error in the job's thread or in
/// `kept`, throws that error.
template <class F>
void run_job(const py::object& progress, const std::shared_ptr<RaisedError>& kept, F&& job) {
    JobControl control;
    const RaisedError::Listener heard(kept);
    std::exception_ptr failure;
    std::optional<py::error_already_set> raised;
    {
        const py::gil_scoped_release unlock;
        std::thread worker([&] {
            try {
                job(control);
            } catch (...) {
                failure = std::current_exception();
                try {
                    throw_rules_error();
                } catch (...) {
                    failure = std::current_exception();
                }
            }
            const std::scoped_lock lock(control.mutex_);
            control.finished_ = true;
            control.changed_.notify_all();
        });
        for (std::unique_lock lock(control.mutex_); !control.finished_;) {
            control.changed_.wait_for(lock, std::chrono::milliseconds(100),
                                      [&] { return control.finished_ || control.settling_; });
            const bool settling = control.settling_;
            const std::string phase = control.phase_;
            const std::uint64_t done = control.done_, total = control.total_;
            const bool news = std::exchange(control.news_, false) && !progress.is_none();
            lock.unlock();
            {
                const py::gil_scoped_acquire acquired;
                try {
                    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
                    if (news && !raised) progress(phase, done, total);
                } catch (py::error_already_set& e) {
                    if (!raised) raised.emplace(std::move(e));
                    control.stop_ = true;
                }
            }
            lock.lock();
            if (settling) {
                control.settling_ = false;
                control.changed_.notify_all();
            }
        }
        worker.join();
    }
    if (raised) throw py::error_already_set(*raised);
    if (failure) heard.rethrow();
    if (failure) std::rethrow_exception(failure);
}

}  // namespace mexbase::python
